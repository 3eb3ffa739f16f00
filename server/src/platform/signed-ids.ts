import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type MasterKeySettings, masterKeysOf } from './master-keys.ts';

const ID_BYTES = 16;
/** 128 bits cannot be guessed, and the URL stays short. */
const TAG_BYTES = 16;

/** Encodes ids in a signed text. The ids are readable and cannot be changed. */
export type SignedIds = {
  sign(ids: readonly string[]): string;
  /** Returns undefined for a text with another length, purpose or signature. */
  read(text: string): string[] | undefined;
};

/**
 * `purpose` is part of the key: a text signed for one purpose is invalid for another. `count` is the number of ids. The current key
 * signs; a text that any of the keys signed is valid.
 */
export function createSignedIds(settings: MasterKeySettings, purpose: string, count: number): SignedIds {
  const { all } = masterKeysOf(settings);
  const keys = all.map(({ secret }) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `signed ids: ${purpose}`, 32))),
  );
  const tagsOf = (ids: Buffer) => keys.map((key) => createHmac('sha256', key).update(ids).digest().subarray(0, TAG_BYTES));
  const idBytes = count * ID_BYTES;
  const chars = Math.ceil(((idBytes + TAG_BYTES) * 4) / 3);
  return {
    sign(ids) {
      const bytes = Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
      if (bytes.length !== idBytes) throw new Error(`expected ${count} ids of ${ID_BYTES} bytes`);
      return Buffer.concat([bytes, ...tagsOf(bytes).slice(0, 1)]).toString('base64url');
    },
    read(text) {
      if (text.length !== chars || !/^[\w-]+$/.test(text)) return undefined;
      const bytes = Buffer.from(text, 'base64url');
      const ids = bytes.subarray(0, idBytes);
      if (!tagsOf(ids).some((tag) => timingSafeEqual(bytes.subarray(idBytes), tag))) return undefined;
      return Array.from({ length: count }, (_, i) => idAt(ids, i * ID_BYTES));
    },
  };
}

function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + ID_BYTES);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
