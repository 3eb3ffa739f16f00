import { stringify } from 'yaml';
import type { Functions, Scope } from './expression.ts';

/** Go's idea of an empty value. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return !value;
}

export function textOf(value: unknown): string {
  if (typeof value === 'object') throw new Error(`${JSON.stringify(value)} is printed as text; use toYaml`);
  return String(value as string | number | boolean);
}

/** The functions of Helm that our chart uses. `include` renders a named template with a dot. */
export function createFunctions(include: (name: string, scope: Scope) => string): Functions {
  return {
    include: (_scope, name: string, dot: unknown) => include(name, { dot, variables: {} }),
    nindent: (_scope, count: number, text: string) => `\n${text.replaceAll(/^/gm, ' '.repeat(count))}`,
    quote: (_scope, value: unknown) => JSON.stringify(textOf(value)),
    toYaml: (_scope, value: unknown) => stringify(value, { sortMapEntries: true, lineWidth: 0 }).trimEnd(),
    default: (_scope, fallback: unknown, value: unknown) => (isEmpty(value) ? fallback : value),
    printf: (_scope, format: string, ...values: unknown[]) => printf(format, values),
    trunc: (_scope, count: number, text: string) => text.slice(0, count),
    trimSuffix: (_scope, suffix: string, text: string) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
    not: (_scope, value: unknown) => isEmpty(value),
    or: (_scope, ...values: unknown[]) => values.find((value) => !isEmpty(value)) ?? values.at(-1),
    required: (_scope, message: string, value: unknown) => {
      if (isEmpty(value)) throw new Error(message);
      return value;
    },
  };
}

function printf(format: string, values: unknown[]): string {
  let at = 0;
  return format.replaceAll(/%(.)/g, (_all, verb: string) => {
    const text = textOf(values[at++]);
    if (verb === 's') return text;
    if (verb === 'q') return JSON.stringify(text);
    throw new Error(`printf knows %s and %q, not %${verb}`);
  });
}
