import { Mistake } from './mistake.ts';

export type Literal = string | number | boolean | null;
export type Word = { text: string; at: number };
export type Value = { value: Literal; at: number };

/** Reads names, punctuation and JSON values from a string, and tracks the position. Reads each character once. */
export type Scanner = {
  at(): number;
  atEnd(): boolean;
  sees(mark: string): boolean;
  take(mark: string, after: string): void;
  word(what: string): Word;
  /** Reads words separated by dots: contact.attributes.plan. */
  path(what: string): Word;
  value(): Value;
};

const WORD = /[A-Za-z][A-Za-z0-9_]*/y;
const PATH = /[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_-]+)*/y;
const LITERAL = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /\s*/y;

export function createScanner(text: string): Scanner {
  let offset = 0;

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = offset;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) offset += found.length;
    return found;
  }

  const skipSpace = () => void match(SPACE);
  const seen = () => (offset < text.length ? JSON.stringify(text[offset]) : 'the end');

  function name(pattern: RegExp, what: string): Word {
    skipSpace();
    const at = offset;
    const found = match(pattern);
    if (found === undefined) throw new Mistake(at, `expected ${what}, found ${seen()}`);
    return { text: found, at };
  }

  return {
    at() {
      skipSpace();
      return offset;
    },
    atEnd() {
      skipSpace();
      return offset === text.length;
    },
    sees(mark) {
      skipSpace();
      return text.startsWith(mark, offset);
    },
    take(mark, after) {
      skipSpace();
      if (!text.startsWith(mark, offset))
        throw new Mistake(offset, `expected ${JSON.stringify(mark)} after ${after}, found ${seen()}`);
      offset += mark.length;
    },
    word: (what) => name(WORD, what),
    path: (what) => name(PATH, what),
    value() {
      skipSpace();
      const at = offset;
      const found = match(LITERAL);
      if (found === undefined)
        throw new Mistake(at, `expected a value ("text" in double quotes, a number, true, false or null), found ${seen()}`);
      try {
        return { value: JSON.parse(found) as Literal, at };
      } catch {
        throw new Mistake(at, 'this text has an escape or a control character that JSON does not know');
      }
    },
  };
}
