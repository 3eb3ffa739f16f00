/** Returns a value as a person types it. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? value.toString() : '';
