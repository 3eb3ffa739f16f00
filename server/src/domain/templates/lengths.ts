import type { InvalidParamKey } from '../../platform/errors.ts';

/** What providers state; a template that keeps to it can be taken to every channel. */
export const BODY_MAX = 1024;
export const HEADER_MAX = 60;
export const FOOTER_MAX = 60;
export const URL_MAX = 2_000;

/** Reports a mistake at a path. Only the first one of a path is returned. */
export type Report = (path: string, key: InvalidParamKey, message: string) => void;

/** Counts characters, not UTF-16 units. */
export const lengthOf = (text: string): number => Array.from(text).length;

export function checkLength(note: Report, path: string, text: string, max: number): void {
  const length = lengthOf(text);
  if (text.trim() === '') note(path, 'too_small', 'Write at least one character');
  if (length > max)
    note(path, 'too_big', `This text has ${length} characters and may have ${max}; shorten it by ${length - max}`);
}

/** A text without variables. */
export function checkPlain(note: Report, path: string, text: string, max: number): void {
  checkLength(note, path, text, max);
  if (/\{\{|\}\}/.test(text)) note(path, 'custom', 'There are no variables here; move them to the body, or write the text out');
}
