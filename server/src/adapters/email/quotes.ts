import { attributionIn } from './attribution.ts';
import { type QuoteLanguage, quoteLanguages } from './quote-languages.ts';

/**
 * Returns the new text of a mail, without the quoted mail. Cuts only at a marker of a mail program, keeps signatures,
 * and returns the whole text if nothing would be left: a quote too many is better than a lost question. Takes linear time, because
 * the input is untrusted.
 */
export function withoutQuote(text: string): string {
  const whole = text.replace(/\r\n?/g, '\n');
  const lines = whole.split('\n');
  const shown = lines.map(comparable);
  const hasTextAfterQuote = textAfterQuotes(lines);
  const cut = lines.findIndex((_, i) => isSeparator(shown, i, hasTextAfterQuote));
  const kept = cut === -1 ? withoutTrailingQuote(lines) : lines.slice(0, cut);
  const written = kept.join('\n').trim();
  return written === '' || isOnlyQuoted(kept) ? whole.trim() : written;
}

const isQuoted = (line: string) => /^\s{0,3}>/.test(line);
const isOnlyQuoted = (lines: string[]) => lines.every((line) => line.trim() === '' || isQuoted(line));
const MOST_LINE_CHARS = 1_000;
/** Marks of writing direction, which programs put around names, and blanks that are none. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A line as it is compared. Longer ones are text. */
const comparable = (line: string): string =>
  line.length > MOST_LINE_CHARS ? '…' : line.replace(INVISIBLE, '').replace(/\s+/g, ' ').replaceAll('’', "'").trim();

/** Everything from here to the end is the other mail. */
function isSeparator(lines: string[], i: number, hasTextAfterQuote: (attribution: number) => boolean): boolean {
  const line = lines[i] ?? '';
  if (line === '' || line === '…') return false;
  return isOriginalMark(line) || isHeaderBlock(lines, i) || (attributionIn(lines, i) > 0 && !hasTextAfterQuote(i));
}

/** The Turkish capital has a dot that stays behind as a sign of its own. */
const lower = (text: string): string => text.replaceAll('İ', 'I').toLowerCase();

const all = (pick: (language: QuoteLanguage) => readonly string[] | undefined): Set<string> =>
  new Set(Object.values(quoteLanguages).flatMap((language) => pick(language) ?? []));
const ORIGINAL = all(({ original }) => original);
const FORWARDED = all(({ forwarded }) => forwarded);
const FROM = all(({ from }) => from);
const SENT = all(({ sent }) => sent);
const TO = all(({ to }) => to);

/** "-----Original Message-----" in any language, with two dashes or more on both sides; or "Begin forwarded message:". */
function isOriginalMark(line: string): boolean {
  const [, inDashes = ''] = /^\*?[-–—]{2,} ?([^-–—].*[^-–— ]) ?[-–—]{2,}\*?$/.exec(line) ?? [];
  if (ORIGINAL.has(lower(inDashes))) return true;
  return /[:：]$/.test(line) && FORWARDED.has(lower(line.slice(0, -1).trim()));
}

const HEADER_LINES = 6;

/** Outlook repeats the header of what is answered, under a rule or bare: From, then Sent or Date, then To or Subject. */
function isHeaderBlock(lines: string[], i: number): boolean {
  const start = /^[_-]{10,}$/.test(lines[i] ?? '') ? nextFilled(lines, i + 1) : i;
  const first = fieldOf(lines[start] ?? '');
  if (!FROM.has(first.label) || first.value === '') return false;
  const labels = lines.slice(start + 1, start + HEADER_LINES).map((line) => fieldOf(line));
  return labels.some(({ label, value }) => SENT.has(label) && value !== '') && labels.some(({ label }) => TO.has(label));
}

const MOST_LABEL_CHARS = 30;

/** The label and the value of a line such as "*From:* Ada" or "Von : Ada". */
function fieldOf(line: string): { label: string; value: string } {
  const colon = line.slice(0, MOST_LABEL_CHARS).search(/[:：]/);
  if (colon < 1) return { label: '', value: '' };
  const label = lower(line.slice(0, colon).replaceAll('*', '').trim());
  return {
    label,
    value: line
      .slice(colon + 1)
      .replace(/^\*/, '')
      .trim(),
  };
}

const MOST_BLANK_LINES = 5;

function nextFilled(lines: string[], from: number): number {
  let i = from;
  while (i < from + MOST_BLANK_LINES && lines[i] === '') i++;
  return i;
}

/**
 * Returns a function that reports whether text follows the quoted lines after an attribution: then the quote is part of the
 * message and is kept. Call it from top to bottom: each line is read once.
 */
function textAfterQuotes(lines: string[]): (attribution: number) => boolean {
  const lastText = lines.findLastIndex((line) => line.trim() !== '' && !isQuoted(line));
  let quoted = 0;
  return (attribution) => {
    quoted = Math.max(quoted, attribution + 1);
    while (quoted < lines.length && !isQuoted(lines[quoted] ?? '')) quoted++;
    return quoted < lines.length && lastText > quoted;
  };
}

/** "> " lines at the end, without an attribution; those above an answer stay. */
function withoutTrailingQuote(lines: string[]): string[] {
  let end = lines.length;
  while (end > 0 && ((lines[end - 1] ?? '').trim() === '' || isQuoted(lines[end - 1] ?? ''))) end--;
  return lines.slice(0, end);
}
