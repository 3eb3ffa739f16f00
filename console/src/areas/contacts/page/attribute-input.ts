import type { types } from '@patchbay/sdk';

export type AttributeType = types.Attribute['type'];
/** What a form holds for an attribute: a text, or the choices of a multi_select. */
export type InputValue = string | string[];
export type InputRead = { value: unknown } | { fault: 'number' | 'url' | 'email' | 'time' };

/** Returns the text of a value for its input. */
export function toInput(type: AttributeType, value: unknown): InputValue {
  if (type === 'multi_select') return Array.isArray(value) ? value.map(String) : [];
  if (value === null || value === undefined) return '';
  const text = printed(value);
  return type === 'datetime' ? toLocalMinute(text) : text;
}

/** Returns the value of an input for the API; null for an empty one, which removes the value. */
export function readInput(type: AttributeType, input: InputValue): InputRead {
  if (Array.isArray(input)) return { value: input.length > 0 ? input : null };
  const text = input.trim();
  if (text === '') return { value: null };
  switch (type) {
    case 'number':
      return Number.isFinite(Number(text)) ? { value: Number(text) } : { fault: 'number' };
    case 'boolean':
      return { value: text === 'true' };
    case 'datetime':
      return Number.isNaN(Date.parse(text)) ? { fault: 'time' } : { value: new Date(text).toISOString() };
    case 'url':
      return /^https?:\/\//i.test(text) && URL.canParse(text) ? { value: text } : { fault: 'url' };
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? { value: text } : { fault: 'email' };
    default:
      return { value: text };
  }
}

/** A time as `<input type="datetime-local">` has it: in the zone of the browser, without one. */
function toLocalMinute(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns a value of an attribute as text; a value that is no plain one, which the API does not store, as JSON. */
export const printed = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
