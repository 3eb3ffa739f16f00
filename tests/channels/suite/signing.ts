import { createHmac } from 'node:crypto';
import type { Kind } from '../kinds.ts';

type Secrets = Record<string, unknown>;

/** How each provider signs a callback, written from its documentation alone: it uses no code of the server or of the sandbox. */
export const signatureHeader: Record<Kind, string> = {
  whatsapp: 'x-hub-signature-256',
  instagram: 'x-hub-signature-256',
  sms: 'x-twilio-signature',
  email: 'authorization',
};

export function signatureFor(kind: Kind, secrets: Secrets, url: string, body: Buffer): string {
  switch (kind) {
    case 'whatsapp':
    case 'instagram':
      return `sha256=${createHmac('sha256', String(secrets.appSecret)).update(body).digest('hex')}`;
    case 'sms': {
      const fields = [...new URLSearchParams(body.toString())].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const signed = url + fields.map(([name, value]) => name + value).join('');
      return createHmac('sha1', String(secrets.authToken)).update(signed).digest('base64');
    }
    case 'email':
      return `Basic ${Buffer.from(`${secrets.callbackUsername}:${secrets.callbackPassword}`).toString('base64')}`;
  }
}

/** The bytes within a signature, and the signature that has other bytes. */
export function bytesOf(kind: Kind, signature: string): { bytes: Buffer; withBytes(bytes: Buffer): string } {
  const prefix = kind === 'sms' ? '' : kind === 'email' ? 'Basic ' : 'sha256=';
  const encoding = prefix === 'sha256=' ? 'hex' : 'base64';
  return {
    bytes: Buffer.from(signature.slice(prefix.length), encoding),
    withBytes: (bytes) => prefix + bytes.toString(encoding),
  };
}

/** A copy with one bit turned. */
export function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

/** "%2B" and "%2b" are the same form: Twilio signs what a form says, not how it is written. */
export const saysTheSame = (kind: Kind, a: Buffer, b: Buffer): boolean =>
  kind === 'sms' && new URLSearchParams(a.toString()).toString() === new URLSearchParams(b.toString()).toString();
