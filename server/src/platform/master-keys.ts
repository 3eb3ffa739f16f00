import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Config } from './config.ts';

const ID_BYTES = 6;

/** One master key. `id` is derived from the key, so two keys cannot have the same id by mistake. It reveals nothing about the key. */
export type MasterKey = { id: string; secret: KeyObject };

export type MasterKeys = {
  /** The key that seals and signs. */
  current: MasterKey;
  /** All keys that open and verify, the current one first. */
  all: MasterKey[];
  /** Whether sealed values carry the id of their key. */
  marksValues: boolean;
};

/** The settings with keys. With MASTER_KEYS, its first key is the current one; otherwise MASTER_KEY is the only key. */
export type MasterKeySettings = Pick<Config, 'MASTER_KEY'> & Partial<Pick<Config, 'MASTER_KEYS'>>;

export function masterKeysOf({ MASTER_KEY, MASTER_KEYS }: MasterKeySettings): MasterKeys {
  const [first, ...others] = MASTER_KEYS ?? [];
  const current = toMasterKey(first ?? MASTER_KEY);
  return { current, all: [current, ...others.map(toMasterKey)], marksValues: first !== undefined };
}

export function toMasterKey(base64: string): MasterKey {
  const secret = createSecretKey(Buffer.from(base64, 'base64')); // an imported key: Node.js needs three times as long with its bytes
  const id = createHmac('sha256', secret)
    .update('id of a Patchbay master key')
    .digest('hex')
    .slice(0, ID_BYTES * 2);
  return { id, secret };
}
