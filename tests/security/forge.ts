import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { JWK } from 'jose';

export type Json = Record<string, unknown>;

/** What an attacker has: the public key and own keys. jose refuses to create most of these tokens. */
export const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Builds a token of three parts with any signature. */
export const compact = (header: unknown, payload: unknown, signer: (input: string) => Buffer | string): string => {
  const input = `${part(header)}.${part(payload)}`;
  const signature = signer(input);
  return `${input}.${typeof signature === 'string' ? signature : signature.toString('base64url')}`;
};

export const unsigned = () => '';
export const hmac = (hash: string, secret: string | Buffer) => (input: string) => createHmac(hash, secret).update(input).digest();
export const ed25519 = (key: KeyObject) => (input: string) => sign(null, Buffer.from(input), key);
export const rsa = (key: KeyObject) => (input: string) => sign('sha256', Buffer.from(input), key);
export const ecdsa = (key: KeyObject) => (input: string) =>
  sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });

/** The public key in each encoding that a verifier might mistake for a shared secret. */
export function publicForms(jwk: JWK) {
  const key = createPublicKey({ key: jwk as Json, format: 'jwk' });
  const pem = String(key.export({ type: 'spki', format: 'pem' }));
  return {
    'raw bytes': Buffer.from(jwk.x ?? '', 'base64url'),
    'base64url text': jwk.x ?? '',
    PEM: pem,
    'PEM without its last line end': pem.trimEnd(),
    DER: Buffer.from(key.export({ type: 'spki', format: 'der' })),
    'JWK JSON': JSON.stringify(jwk),
  };
}

export const attacker = {
  ed: generateKeyPairSync('ed25519'),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};
