import { createHash, timingSafeEqual } from 'node:crypto';
import type { InboundRequest } from '../adapter.ts';
import type { EmailSettings } from './settings.ts';

/** Mail providers such as Postmark sign nothing; they log in. Where no password was agreed nobody can. */
export function isLoggedIn({ callbackUsername, callbackPassword }: EmailSettings, headers: InboundRequest['headers']): boolean {
  const given = headers.authorization;
  if (!callbackUsername || !callbackPassword || typeof given !== 'string') return false;
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(given) ?? [];
  return isSame(Buffer.from(encoded, 'base64').toString(), `${callbackUsername}:${callbackPassword}`);
}

/** The login in the headers is all there is to verify. */
export const verify = (settings: EmailSettings, { headers }: InboundRequest): boolean => isLoggedIn(settings, headers);

/** Hashed first, so that neither the length nor the beginning of the password shows in the time this takes. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
