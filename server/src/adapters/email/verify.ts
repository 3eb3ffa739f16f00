import { createHash, timingSafeEqual } from 'node:crypto';
import type { InboundRequest } from '../adapter.ts';
import type { EmailSettings } from './settings.ts';

/** Verifies the login of a mail provider such as Postmark, which has no signature. Fails if no password is set. */
export function isLoggedIn({ callbackUsername, callbackPassword }: EmailSettings, headers: InboundRequest['headers']): boolean {
  const given = headers.authorization;
  if (!callbackUsername || !callbackPassword || typeof given !== 'string') return false;
  const [, encoded = ''] = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(given) ?? [];
  return isSame(Buffer.from(encoded, 'base64').toString(), `${callbackUsername}:${callbackPassword}`);
}

/** The login in the headers is the only proof. */
export const verify = (settings: EmailSettings, { headers }: InboundRequest): boolean => isLoggedIn(settings, headers);

/** Compares hashes in constant time, so that the time reveals neither the length nor the start of the password. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
