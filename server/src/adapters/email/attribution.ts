import { quoteLanguages } from './quote-languages.ts';

/**
 * Returns how many lines, from line `i`, are an attribution ("On Tue, 3 Nov 2026 at 10:00, Ada <ada@example.com> wrote:"), or 0. Lines are
 * normalised by `comparable` in quotes.ts. Reads at most four lines.
 */
export function attributionIn(lines: readonly string[], i: number): number {
  const first = lines[i] ?? '';
  if (first.startsWith('>') || !MAY_START.test(first)) return 0;
  let joined = '';
  for (let n = 1; n <= MOST_FOLDED_LINES; n++) {
    const line = lines[i + n - 1] ?? '';
    if (line === '' || line.startsWith('>') || (n > 1 && startsQuote(line, first))) return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (joined.length > MOST_CHARS) return 0;
    if (END.test(line)) return isAttribution(joined, n > 1) ? n : 0;
  }
  return 0;
}

const MOST_FOLDED_LINES = 4;
const MOST_CHARS = 400;

/** Zoho writes dashes around it instead of a colon behind it. */
const END = /[:：]-*$|[^-]-{4}$/;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** Longer words first, so that a shorter one does not hide them. */
const anyOf = (words: Iterable<string>) =>
  [...new Set(words)]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');

const languages = Object.values(quoteLanguages);
const STARTS = anyOf(languages.flatMap(({ starts }) => starts));
const WROTE = anyOf(languages.flatMap(({ wrote }) => wrote));

/** Chinese, Japanese and Thai put no blanks between words, Hebrew and Arabic prefix some: there a word may touch the next. */
const WORD_END = '(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}])';
const WORD_START = '(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}])';
/** Behind the verb, where nothing else is to follow. Zoho's dashes, and brackets of the address, may. */
const CLOSING = '[\\s.:：>)-]*$';

const STARTS_WITH_WORD = new RegExp(`^(?:-{2,} ?)?(?:${STARTS})${WORD_END}`, 'iu');
/** "2026-11-03 10:00", "3. november 2026", "2026年11月3日": how programs without a word before the date begin. */
const STARTS_WITH_DATE = /^(\p{Nd}{1,4}[./年년-] ?\p{Nd}{1,2}|\p{Nd}{4}\. ?\p{L}+|\p{Nd}{1,2}\.? \p{L}{2,12}\.?,? \p{Nd}{4})/u;
const ADDRESS = '[<(\\[]{1,2} ?(?:mailto:)?[^\\s<>()@]{1,128}@[^\\s<>()@]{1,253} ?(?:<mailto:[^\\s<>]{1,300}>)?[>)\\]]{1,2}';
const HAS_ADDRESS = new RegExp(ADDRESS, 'u');
const ENDS_WITH_ADDRESS = new RegExp(`${ADDRESS}${CLOSING}`, 'u');
/** "Ada <ada@example.com> wrote": at most a name before the address, and the verb, or a date that the verb follows, right behind it. */
const NAME_AND_ADDRESS = new RegExp(`^[^<>:@]{1,80}${ADDRESS}`, 'u');
const NAME_BEFORE_ADDRESS = /^[^<>:@]{1,80}<(?:$|[^<>]{1,300}@)/;
const NAME_ADDRESS_VERB = new RegExp(`^[^<>:@]{1,80}${ADDRESS},? ?(?:${WROTE})${WORD_END}`, 'iu');

const MAY_START = new RegExp(`${STARTS_WITH_WORD.source}|\\p{Nd}|[<@(]`, 'iu');

const TIME = /\p{Nd}{1,2}[:.時시]\p{Nd}{2}|\p{Nd}{1,2}[時시点點]/u;
const YEAR = /(?<!\p{Nd})(19|20|२०|۲۰|٢٠)\p{Nd}{2}(?!\p{Nd})|\p{Nd}{1,2}[./] ?\p{Nd}{1,2}[./] ?\p{Nd}{2}/u;
/** Without a date or an address "On reflection Ada wrote:" is a sentence. */
const EVIDENCE = /\p{Nd}{1,4}[./-]\p{Nd}{1,2}|\p{Nd}{1,2}:\p{Nd}{2}|(?<!\p{Nd})\p{Nd}{4}(?!\p{Nd})|\S@\S/u;

const ANY_VERB = new RegExp(`${WORD_START}(?:${WROTE})${WORD_END}`, 'iu');
const ENDS_WITH_VERB = new RegExp(`${WORD_START}(?:${WROTE})${CLOSING}`, 'iu');
const MOST_CHARS_BEHIND_VERB = 150;

/** The start and the verb belong to one language: a start of one and a verb of another is a sentence. */
const wordPatterns = languages
  .filter(({ starts }) => starts.length > 0)
  .map(({ starts, wrote, isVerbInside }) => ({
    start: new RegExp(`^(?:-{2,} ?)?(?:${anyOf(starts)})${WORD_END}`, 'iu'),
    verb: new RegExp(
      `${WORD_START}(?:${anyOf(wrote)})${isVerbInside ? `${WORD_END}.{0,${MOST_CHARS_BEHIND_VERB}}$` : CLOSING}`,
      'iu',
    ),
  }));

function isAttribution(joined: string, isFolded: boolean): boolean {
  if (STARTS_WITH_WORD.test(joined) && EVIDENCE.test(joined) && isInOneLanguage(joined)) return true;
  if (NAME_ADDRESS_VERB.test(joined)) return true;
  const isDated = TIME.test(joined) && YEAR.test(joined);
  if (isDated && HAS_ADDRESS.test(joined) && mayBeWithoutWord(joined, isFolded))
    return ENDS_WITH_ADDRESS.test(joined) || ANY_VERB.test(joined);
  return STARTS_WITH_DATE.test(joined) && isDated && ENDS_WITH_VERB.test(joined);
}

const isInOneLanguage = (joined: string): boolean =>
  wordPatterns.some(({ start, verb }) => start.test(joined) && verb.test(joined));

/** On one line the date, the address and the colon are enough; a folded one must also begin as one of these does. */
const mayBeWithoutWord = (joined: string, isFolded: boolean): boolean =>
  !isFolded || STARTS_WITH_DATE.test(joined) || STARTS_WITH_WORD.test(joined) || NAME_AND_ADDRESS.test(joined);

/**
 * Returns whether a later line cannot belong to an attribution that starts with `first`: only one that starts with a word, a date or a name
 * and its address is folded, and a line that could start an attribution starts a new one.
 */
function startsQuote(line: string, first: string): boolean {
  if (STARTS_WITH_WORD.test(first)) return false;
  if (NAME_BEFORE_ADDRESS.test(first)) return STARTS_WITH_DATE.test(line);
  return !STARTS_WITH_DATE.test(first) || STARTS_WITH_DATE.test(line) || STARTS_WITH_WORD.test(line);
}
