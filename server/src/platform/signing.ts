import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new Standard Webhooks secret, with the prefix that identifies it. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export type Signed = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };

/** Signs id, time and body with each secret. During a rotation there are two signatures, separated by a space. */
export function sign(secrets: string[], id: string, at: Date, body: string): Signed {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
