import { usage } from './failure.ts';

/** The value of an option that counts something. */
export function wholeNumber(text: string | undefined, option: string, fallback: number, [least, most]: [number, number]): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw usage(`${option} cannot be ${text}`, `give a whole number from ${least} to ${most}`);
  return value;
}
