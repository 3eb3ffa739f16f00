/** Removes NUL and replaces lone surrogates in all strings of a value: PostgreSQL rejects both, in text and in JSON. */
export function sanitizeText<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed() as T;
  if (typeof value !== 'object' || value === null || value instanceof Date || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(sanitizeText) as T;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [sanitizeText(name), sanitizeText(one)])) as T;
}
