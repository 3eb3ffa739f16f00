/** Readers of the details of a message: what providers send is not typed, so every value is checked. */
export type Details = Readonly<Record<string, unknown>>;

export const textIn = (details: Details | null, field: string): string | null => {
  const value = details?.[field];
  return typeof value === 'string' && value !== '' ? value : null;
};

export const numberIn = (details: Details | null, field: string): number | null => {
  const value = details?.[field];
  return typeof value === 'number' ? value : null;
};

export const listIn = (details: Details | null, field: string): Details[] => {
  const value = details?.[field];
  return Array.isArray(value) ? value.filter((one): one is Details => typeof one === 'object' && one !== null) : [];
};

export const objectIn = (details: Details | null, field: string): Details | null => {
  const value = details?.[field];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Details) : null;
};

export type TextPart = { text: string; url: string | null };

const URL_PATTERN = /(https?:\/\/[^\s<>"']{1,2000}[^\s<>"'.,;:!?)\]}])/giu;

/** Splits a text at its addresses, so that they can be links. Only http and https: nothing else becomes a link. */
export const linkParts = (text: string): TextPart[] =>
  text
    .split(URL_PATTERN)
    .map((part, index) => ({ text: part, url: index % 2 === 1 ? part : null }))
    .filter((part) => part.text !== '');

/** Returns the height of a mail in its frame: frames of other origins cannot be measured, so it follows from the text. */
export function mailHeight(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 62)), 0);
  return Math.min(420, Math.max(96, lines * 22 + 32));
}

export function fileSize(bytes: number, locale: string): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', bytes / 1_000] as const) : (['megabyte', bytes / 1_000_000] as const);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: size < 10 ? 1 : 0,
  }).format(size);
}
