import { createHash, randomBytes } from 'node:crypto';

const ID_BYTES = 16;
const SECRET_BYTES = 32;
/** 48 bytes, which base64url encodes without padding bits: a token has one spelling. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** A secret that names its owner, a tenant or an account, so that finding its row needs no query across owners. */
export type LinkToken = { ownerId: string; hash: Buffer };

/** Returns a new token of 256 random bits and the hash to store. The token itself is stored nowhere. */
export function newLinkToken(ownerId: string): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(ownerId.replaceAll('-', ''), 'hex'), randomBytes(SECRET_BYTES)]);
  return { token: bytes.toString('base64url'), hash: hashOf(bytes) };
}

/** Returns the owner and the hash of a token, or undefined for a text that cannot be one. */
export function readLinkToken(text: string): LinkToken | undefined {
  if (!TOKEN.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const hex = bytes.toString('hex', 0, ID_BYTES);
  const ownerId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { ownerId, hash: hashOf(bytes) };
}

/** 256 random bits need no slow hash. */
const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
