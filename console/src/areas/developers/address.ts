/** What the address of a page of this area holds: its filters, what is open, and the chosen tab. Defaults are left out. */
const NAMES = ['result', 'event', 'method', 'find', 'show', 'tab', 'range', 'user'] as const;
export type Address = Partial<Record<(typeof NAMES)[number], string>>;

const LONGEST = 200;

/** Reads the address; what is not known or not text is ignored. */
export function readAddress(given: Record<string, unknown>): Address {
  const known = NAMES.flatMap((name) => {
    const value = given[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST) : '';
    return text.trim() ? [[name, text] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Returns the conditions as one query of the API; undefined without conditions. */
export function queryOf(conditions: readonly (string | undefined | false)[]): string | undefined {
  const wanted = conditions.filter((one) => one !== undefined && one !== false);
  return wanted.length > 1 ? `and(${wanted.join(',')})` : wanted[0];
}

/** A comparison with a text, such as `eq(status,"failed")`. Without a value there is no condition. */
export const condition = (
  verb: 'eq' | 'contains' | 'gte' | 'lt',
  field: string,
  value: string | undefined,
): string | undefined => (value === undefined ? undefined : `${verb}(${field},${JSON.stringify(value)})`);
