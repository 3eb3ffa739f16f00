/** Joins class names; skips what is missing or false. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
