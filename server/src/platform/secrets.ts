import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type MasterKey, type MasterKeySettings, type MasterKeys, masterKeysOf } from './master-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of a value that carries the id of its key. A value without an id begins with its nonce, which is random. */
const VERSION = Buffer.from([1]);
const PREFIX_BYTES = 7;

/**
 * Encrypts secrets at rest. `label` (a table and an id) is authenticated too: a sealed value that is copied into another row cannot
 * be opened there.
 */
export type SecretBox = { seal(plain: string, label: string): Buffer; open(sealed: Buffer, label: string): string };

/** Seals with the current key and opens with every key of the settings. */
export function createSecretBox(settings: MasterKeySettings): SecretBox {
  const keys = masterKeysOf(settings);
  return {
    seal: (plain, label) => (keys.marksValues ? sealWithId : seal)(keys.current, plain, label),
    open: (sealed, label) => open(keys, sealed, label),
  };
}

/** Returns the first bytes of every value that this key sealed with its id. */
export const sealedPrefix = ({ id }: MasterKey): Buffer => Buffer.concat([VERSION, Buffer.from(id, 'hex')]);

/** Seals with the id of the key in front: version, id, nonce, tag, ciphertext. */
function sealWithId(key: MasterKey, plain: string, label: string): Buffer {
  return Buffer.concat([sealedPrefix(key), seal(key, plain, label)]);
}

function seal({ secret }: MasterKey, plain: string, label: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/**
 * Opens a value with the key that its id names. A value without an id is tried with every key: it may begin with the version byte by
 * chance, so this is also done where the id leads nowhere.
 */
function open({ all }: MasterKeys, sealed: Buffer, label: string): string {
  const named = all.find((key) => sealed.subarray(0, PREFIX_BYTES).equals(sealedPrefix(key)));
  const opened = named && tryKey(named, sealed.subarray(PREFIX_BYTES), label);
  if (opened !== undefined) return opened;
  for (const key of all) {
    const plain = tryKey(key, sealed, label);
    if (plain !== undefined) return plain;
  }
  throw new Error(refusalOf(sealed, all, named !== undefined));
}

function tryKey({ secret }: MasterKey, sealed: Buffer, label: string): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(label)).setAuthTag(tag);
  try {
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function refusalOf(sealed: Buffer, all: MasterKey[], isKnown: boolean): string {
  const ids = all.map(({ id }) => id).join(', ');
  if (isKnown) return 'A sealed value was changed, or copied from another row';
  if (sealed[0] === VERSION[0] && sealed.length >= PREFIX_BYTES + NONCE_BYTES + TAG_BYTES) {
    const missing = sealed.toString('hex', 1, PREFIX_BYTES);
    return `A value is sealed with the master key ${missing}, and this process has only ${ids}; add that key to MASTER_KEYS`;
  }
  return `No master key opens a sealed value (this process has ${ids}); add the key it was sealed with to MASTER_KEYS`;
}
