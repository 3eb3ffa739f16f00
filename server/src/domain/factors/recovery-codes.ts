import { createHash, randomBytes } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** Base 32 without letters that look like digits (Crockford): 16 of them are 80 bits, too many to try, so a fast hash is enough. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_LETTERS = 16;

/** Returns new codes, such as `4kx2-9mzt-07qa-hc3e`. They are shown once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

const newRecoveryCode = (): string =>
  Array.from(randomBytes(CODE_LETTERS), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');

/** Returns the stored form of a code. The account is part of it: equal codes of two accounts have different hashes. */
export const hashRecoveryCode = (accountId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`recovery-code:${accountId}:${normalised(code)}`)
    .digest();

/** People type codes from paper: case, spaces and dashes do not matter, nor do letters that look like digits. */
const normalised = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
