import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new Standard Webhooks secret, with the prefix that identifies it. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Returns the key of a secret. Importing it takes longer than signing with it. */
export const signingKey = (secret: string): KeyObject => createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));

export type Signed = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };

/** Signs id, time and body with each key. During a rotation there are two signatures, separated by a space. */
export function signWith(keys: KeyObject[], id: string, at: Date, body: string): Signed {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

export const sign = (secrets: string[], id: string, at: Date, body: string): Signed =>
  signWith(secrets.map(signingKey), id, at, body);
