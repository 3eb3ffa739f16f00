/** Limits of a stored document: a long mail is found by its beginning. */
const MOST_CHARS = 20_000;
const MOST_TERMS = 400;
const LONGEST_TERM = 40;
/** Limits of a search. */
const MOST_WANTED = 12;
const MOST_WANTED_CHARS = 200;
/** A shorter beginning of a word would match too many words. */
const SHORTEST_PREFIX = 3;
/** Digits in groups ("+49 151 234-5678") are one number from this length on. */
const SHORTEST_NUMBER = 7;
const LONGEST_NUMBER = 24;

/** Letters that Unicode does not decompose. */
const FOLDED: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h' };

/** Returns the text in lower case, without accents and in one spelling of each character: "Straße" is "strasse", "É" is "e". */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
    .replace(/[ßøłđðþæœıħ]/g, (letter) => FOLDED[letter] ?? letter)
    .normalize('NFC');

/** Scripts without spaces between words: their text is stored and searched as pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const HAS_UNSPACED = new RegExp(UNSPACED.source, 'u');
/** Words joined by characters that are part of order ids, addresses and links: "AB-1234/5", "ada@example.com". */
const COMPOUND = /[\p{L}\p{N}\p{M}]+(?:[-_./@:#+][\p{L}\p{N}\p{M}]+)*/gu;
/** Digits in groups, not inside a word. */
const NUMBER = /(?<![\p{L}\p{N}\p{M}])\+?\(?\d(?:[\d()/.-]| (?=[\d(])){5,40}(?![\p{L}\p{N}\p{M}])/gu;
const JOINT = /[-_./@:#+]/;

/** Returns the number that digits in groups form; undefined if they are too few or too many for one. */
function numberOf(group: string): string | undefined {
  const digits = group.replace(/\D/g, '');
  return digits.length >= SHORTEST_NUMBER && digits.length <= LONGEST_NUMBER ? digits : undefined;
}

const cut = (term: string): string => (term.length > LONGEST_TERM ? Array.from(term).slice(0, LONGEST_TERM).join('') : term);

/** Splits a word into the pairs of characters of scripts without spaces, and the rest. */
function splitWord(word: string): string[] {
  if (!HAS_UNSPACED.test(word)) return [word];
  const parts: string[] = [];
  let end = 0;
  for (const run of word.matchAll(UNSPACED)) {
    if (run.index > end) parts.push(word.slice(end, run.index));
    parts.push(...pairsOf(run[0]));
    end = run.index + run[0].length;
  }
  return end < word.length ? [...parts, word.slice(end)] : parts;
}

/** Returns the overlapping pairs of characters; the last character alone is a beginning that a search for it matches. */
function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, i) => character + (characters[i + 1] ?? ''));
}

/** Returns the distinct terms of texts, as they are stored: words, numbers of several groups, and ids without their separators. */
export function termsOf(texts: readonly (string | null | undefined)[]): string[] {
  const terms = new Set<string>();
  for (const text of texts) {
    if (!text) continue;
    const folded = fold(text.slice(0, MOST_CHARS));
    for (const [group] of folded.matchAll(NUMBER)) addTo(terms, numberOf(group));
    for (const [compound] of folded.matchAll(COMPOUND)) {
      if (terms.size >= MOST_TERMS) return [...terms];
      for (const word of compound.split(JOINT)) for (const part of splitWord(word)) addTo(terms, part);
      if (isJoined(compound)) addTo(terms, compound.replace(/[^\p{L}\p{N}]/gu, ''));
    }
  }
  return [...terms];
}

const addTo = (terms: Set<string>, term: string | undefined): void => {
  if (term) terms.add(cut(term));
};

/** Returns whether a compound is found without its separators too: one with a digit, such as an order id. */
const isJoined = (compound: string): boolean => JOINT.test(compound) && /\d/.test(compound) && compound.length <= LONGEST_TERM;

/** One requirement of a search: any of these terms, exactly or as the beginning of a word. */
type Wanted = { term: string; isPrefix: boolean };

/**
 * Returns the requirements of a search: every one must be met, by any of its alternatives, each of which is a list of terms. The last word
 * is a beginning, unless a space follows it.
 */
export function wantedTerms(text: string): Wanted[][][] {
  const folded = fold(text.slice(0, MOST_WANTED_CHARS));
  const isOpen = !/\s$/.test(folded);
  const wanted: Wanted[][][] = [];
  const rest = folded.replace(NUMBER, (group) => {
    const number = numberOf(group);
    if (number === undefined) return group;
    const groups = (group.match(/\d+/g) ?? []).map((term) => ({ term, isPrefix: false }));
    wanted.push([[{ term: number, isPrefix: true }], groups]);
    return ' ';
  });
  const compounds = [...rest.matchAll(COMPOUND)];
  for (const [i, { 0: compound }] of compounds.entries())
    wanted.push(alternatives(compound, isOpen && i === compounds.length - 1 && rest.trimEnd().endsWith(compound)));
  return wanted.slice(0, MOST_WANTED);
}

function alternatives(compound: string, isLast: boolean): Wanted[][] {
  const words = compound.split(JOINT).flatMap((word) => wantedParts(word));
  const parts = words.map((term, i) => ({ term: cut(term), isPrefix: isPrefix(term, isLast && i === words.length - 1) }));
  if (!isJoined(compound)) return [parts];
  return [parts, [{ term: cut(compound.replace(/[^\p{L}\p{N}]/gu, '')), isPrefix: isLast }]];
}

/** Returns the terms that a word is searched by. The last character of a run without spaces is part of the pair before it. */
const wantedParts = (word: string): string[] => {
  const parts = splitWord(word);
  return parts.filter((part, i) => i === 0 || !isLoneCharacter(part) || !isUnspaced(parts[i - 1] ?? ''));
};

const isUnspaced = (part: string): boolean => HAS_UNSPACED.test(part);
const isLoneCharacter = (part: string): boolean => isUnspaced(part) && Array.from(part).length === 1;

const isPrefix = (term: string, isLast: boolean): boolean =>
  isUnspaced(term) ? isLoneCharacter(term) : isLast && term.length >= SHORTEST_PREFIX;

/** Returns the tag that begins every stored term of a tenant: its words are keys of their own in the shared index. */
export const tagOf = (tenantId: string): string =>
  Buffer.from(tenantId.replaceAll('-', '').slice(-6), 'hex').toString('base64url');

export type Placed = { channelId: string; sender: 'inbound' | 'outbound' };

/** Terms that are no words, so that filters use the index too. No word begins with these characters. */
const channelTerm = (channelId: string): string => `@${channelId.replaceAll('-', '').slice(-12).toLowerCase()}`;
const senderTerm = (sender: Placed['sender']): string => `>${sender}`;

/** Returns the stored form of a message's texts: terms separated by spaces. Null if it has no words. */
export function documentOf(tenantId: string, texts: readonly (string | null | undefined)[], placed: Placed): string | null {
  const terms = termsOf(texts);
  if (terms.length === 0) return null;
  const tag = tagOf(tenantId);
  return [...terms, channelTerm(placed.channelId), senderTerm(placed.sender)].map((term) => tag + term).join(' ');
}

/** A search as tsqueries: all of it, and its part without beginnings of words; null if every part has one. */
export type SearchQuery = { wanted: string; exact: string | null };

/** Returns a search as tsqueries; null if the text has no letters and digits. */
export function searchQueryOf(tenantId: string, text: string, { channelId, sender }: Partial<Placed>): SearchQuery | null {
  const wanted = wantedTerms(text);
  if (wanted.length === 0) return null;
  const tag = tagOf(tenantId);
  // Terms hold letters, digits and marks only, and a tag holds base64url, so none ends the quotes.
  const lexeme = (term: string, isPrefix = false): string => `'${tag}${term}'${isPrefix ? ':*' : ''}`;
  const all = (terms: Wanted[]): string => `(${terms.map(({ term, isPrefix }) => lexeme(term, isPrefix)).join(' & ')})`;
  const filters = [
    ...(channelId === undefined ? [] : [lexeme(channelTerm(channelId))]),
    ...(sender === undefined ? [] : [lexeme(senderTerm(sender))]),
  ];
  const join = (parts: Wanted[][][]): string =>
    [...parts.map((options) => `(${options.map(all).join(' | ')})`), ...filters].join(' & ');
  const exact = wanted.filter((options) => options.flat().every(({ isPrefix }) => !isPrefix));
  return { wanted: join(wanted), exact: exact.length === 0 ? null : join(exact) };
}
