import { invalidParam } from '../../../platform/errors.ts';
import { isEnd } from './local-time.ts';

/** A recurrence rule: `steps` for the library, and the two parts that are applied to instants here. */
export type Rule = { steps: string; count: number | null; until: string | null };

const MAX_CHARACTERS = 500;
const MAX_COUNT = 1_000;
const MAX_INTERVAL = 99_999;

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'];
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

type Part = { accepts: (value: string) => boolean; words: string };

const number = (least: number, most: number): Part => ({
  accepts: (value) => /^[+-]?\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= most,
  words: `a whole number from ${least} to ${most}`,
});

const list = (one: Part): Part => ({
  accepts: (value) => value.split(',').every(one.accepts),
  words: `${one.words}, or several with commas between them`,
});

/** A position from the start, or negative from the end; never 0. */
const position = (most: number): Part => ({
  accepts: (value) => number(-most, most).accepts(value) && Number(value) !== 0,
  words: `a number from 1 to ${most}, or from -${most} to -1 counted from the end`,
});

const word = (words: readonly string[]): Part => ({ accepts: (value) => words.includes(value), words: words.join(', ') });

/** The values of each part of a rule (RFC 5545, 3.3.10). The library ignores invalid parts; here they are refused. */
const parts: Record<string, Part> = {
  FREQ: word(frequencies),
  INTERVAL: number(1, MAX_INTERVAL),
  COUNT: number(1, MAX_COUNT),
  UNTIL: {
    accepts: isEnd,
    words: 'a time such as 20271231T235959Z, or a day such as 20271231',
  },
  WKST: word(weekdays),
  BYSECOND: list(number(0, 59)),
  BYMINUTE: list(number(0, 59)),
  BYHOUR: list(number(0, 23)),
  BYDAY: list({
    accepts: (value) => /^([+-]?([1-9]|[1-4]\d|5[0-3]))?(MO|TU|WE|TH|FR|SA|SU)$/.test(value),
    words: 'a day such as MO, or 1MO or -1FR for the first Monday or the last Friday',
  }),
  BYMONTHDAY: list(position(31)),
  BYYEARDAY: list(position(366)),
  BYWEEKNO: list(position(53)),
  BYMONTH: list(number(1, 12)),
  BYSETPOS: list(position(366)),
};

/** Parses a rule. Refuses an invalid one with its path and how to fix it. */
export function parseRule(path: string, text: string): Rule {
  const refuse = (message: string) => invalidParam(path, 'custom', message);
  if (text.length > MAX_CHARACTERS) throw refuse(`A rule has at most ${MAX_CHARACTERS} characters; give several rules instead`);
  const read = new Map<string, string>();
  for (const pair of text
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value = '', ...more] = pair.split('=');
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (!part || more.length > 0) throw refuse(`${shown(pair)} is no part of a rule. ${example}`);
    if (read.has(name)) throw refuse(`${name} is there twice; a rule says each part once`);
    if (name === 'FREQ' && value === 'SECONDLY') throw refuse('FREQ=SECONDLY is too often; the least is five minutes');
    if (!part.accepts(value)) throw refuse(`${name} must be ${part.words}`);
    read.set(name, value);
  }
  if (!read.has('FREQ')) throw refuse(`A rule says how often with FREQ. ${example}`);
  if (read.has('COUNT') && read.has('UNTIL')) throw refuse('A rule ends after COUNT times or at UNTIL; take one of the two out');
  const steps = [...read].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL').map(([name, value]) => `${name}=${value}`);
  return { steps: steps.join(';'), count: Number(read.get('COUNT') ?? 0) || null, until: read.get('UNTIL') ?? null };
}

const example =
  'Write one rule per string, such as FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=0, and the start and the time zone beside it';

const shown = (text: string): string => (text.length > 40 ? `"${text.slice(0, 40)}…"` : `"${text}"`);
