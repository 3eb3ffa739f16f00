import { channels } from '../../../sandbox/src/channels.ts';
import type { Sandbox } from '../../../sandbox/src/index.ts';
import type { Kind } from '../kinds.ts';

/** The settings of a channel, and the fields of its account in the sandbox. */
export type Pair = { settings: Record<string, unknown>; account: Record<string, unknown> };

export function makePair(kind: Kind, sandbox: Pick<Sandbox, 'url' | 'smtpPort'>): Pair {
  const { newCredentials, settings, account } = channels[kind].connect;
  const credentials = newCredentials();
  return { settings: settings(credentials, sandbox), account: account(credentials) };
}

/** Returns the address of the nth person on a channel of this kind, and its handle type. */
export function personOn(kind: Kind, n: number): { from: string; type: 'phone_number' | 'email' | 'instagram_id' } {
  const number = String(1_000_000 + n);
  if (kind === 'email') return { from: `person-${number}@example.com`, type: 'email' };
  if (kind === 'instagram') return { from: `99${number}`, type: 'instagram_id' };
  return { from: `+1650${number}`, type: 'phone_number' };
}
