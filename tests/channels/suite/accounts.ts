import { randomBytes, randomUUID } from 'node:crypto';
import type { Kind, Sandbox } from '../../../sandbox/src/index.ts';

/** What a channel is told of its provider, and what the provider's stand-in is told of the channel. */
export type Pair = { settings: Record<string, unknown>; account: Record<string, string> };

const digits = (n: number): string => Array.from(randomBytes(n), (byte) => byte % 10).join('');
const secret = (): string => randomBytes(16).toString('hex');
const meta = () => ({ accessToken: secret(), appSecret: secret(), verifyToken: secret() });

export const makePair: Record<Kind, (sandbox: Pick<Sandbox, 'url' | 'smtpPort'>) => Pair> = {
  whatsapp({ url }) {
    const shared = { phoneNumberId: `1${digits(14)}`, wabaId: `2${digits(14)}`, ...meta() };
    return { settings: { baseUrl: `${url}/graph`, ...shared }, account: { ...shared, displayPhoneNumber: `1555${digits(7)}` } };
  },
  instagram({ url }) {
    const shared = { igId: `178${digits(14)}`, ...meta() };
    return { settings: { baseUrl: `${url}/graph`, ...shared }, account: shared };
  },
  sms({ url }) {
    const shared = { accountSid: `AC${secret()}`, authToken: secret() };
    const number = `+1555${digits(7)}`;
    return { settings: { baseUrl: `${url}/twilio`, from: number, ...shared }, account: { ...shared, number } };
  },
  email({ smtpPort }) {
    const address = `support-${randomUUID()}@sandbox.test`;
    const password = secret();
    const callback = { callbackUsername: 'patchbay', callbackPassword: secret() };
    const smtp = { smtpHost: '127.0.0.1', smtpPort, smtpUsername: address, smtpPassword: password };
    return { settings: { address, ...smtp, ...callback }, account: { address, username: address, password, ...callback } };
  },
};

/** Where somebody is reached on a channel of this kind: the words of a provider, and ours. */
export function personOn(kind: Kind, n: number): { from: string; type: 'phone_number' | 'email' | 'instagram_id' } {
  const number = String(1_000_000 + n);
  if (kind === 'email') return { from: `person-${number}@example.com`, type: 'email' };
  if (kind === 'instagram') return { from: `99${number}`, type: 'instagram_id' };
  return { from: `+1650${number}`, type: 'phone_number' };
}
