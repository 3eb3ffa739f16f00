import { randomBytes } from 'node:crypto';

export const newDigits = (n: number): string => Array.from(randomBytes(n), (byte) => byte % 10).join('');
export const newSecret = (): string => randomBytes(16).toString('hex');
