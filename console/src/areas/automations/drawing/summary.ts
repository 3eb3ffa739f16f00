import type { Step } from '../definition/types.ts';

/** The fields that say most about a step, the first that has a text. */
const FIELDS = ['text', 'url', 'comment', 'time', 'rating', 'externalId', 'status', 'timeZone', 'value'];
const LONGEST = 80;

/** Returns a short text about what a step does, from its fields; null if it has none. */
export function summaryOf(step: Step): string | null {
  if (typeof step.seconds === 'number') return duration(step.seconds);
  if (Array.isArray(step.cases)) return firstCondition(step.cases);
  const found = FIELDS.map((name) => step[name]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.slice(0, LONGEST) : null;
}

const firstCondition = (cases: readonly unknown[]): string | null => {
  const [first] = cases as { if?: string }[];
  return first?.if?.slice(0, LONGEST) || null;
};

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** 5400 is "1 h 30 min". */
export function duration(seconds: number): string {
  let rest = seconds;
  const parts: string[] = [];
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count} ${unit}`);
    rest -= count * size;
  }
  return parts.slice(0, 2).join(' ') || '0 s';
}
