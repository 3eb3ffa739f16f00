export type Trigger = { kind: 'snippet' | 'mention'; query: string; from: number; to: number };

const SNIPPET = /(?:^|\s)\/([\p{L}\p{M}\p{N}_-]{0,50})$/u;
const MENTION = /(?:^|\s)@([\p{L}\p{M}\p{N}._-]{0,50})$/u;

/** Returns what is being typed at the cursor: `/re` finds a snippet, and in a note `@gra` a colleague. */
export function triggerAt(text: string, cursor: number, mode: 'reply' | 'note'): Trigger | null {
  const before = text.slice(0, cursor);
  const snippet = SNIPPET.exec(before)?.[1];
  if (snippet !== undefined) return { kind: 'snippet', query: snippet, from: cursor - snippet.length - 1, to: cursor };
  const mention = mode === 'note' ? MENTION.exec(before)?.[1] : undefined;
  if (mention !== undefined) return { kind: 'mention', query: mention, from: cursor - mention.length - 1, to: cursor };
  return null;
}

export type Edited = { text: string; selectionStart: number; selectionEnd: number };

/** Puts a text in place of `from` to `to`. If it has a {gap}, the first one is selected, to be typed over. */
export function insertText(text: string, { from, to }: { from: number; to: number }, inserted: string): Edited {
  const gap = /\{[^{}\n]{1,50}\}/.exec(inserted);
  const selectionStart = from + (gap ? gap.index : inserted.length);
  return {
    text: text.slice(0, from) + inserted + text.slice(to),
    selectionStart,
    selectionEnd: selectionStart + (gap?.[0].length ?? 0),
  };
}

type Named = { id: string; name: string };

/** Returns the people whose "@Name" is in a note. A longer name wins over a shorter one that begins like it. */
export function mentionsIn(text: string, people: readonly Named[]): Named[] {
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length);
  const found: Named[] = [];
  let rest = text;
  for (const person of longestFirst) {
    if (!rest.includes(`@${person.name}`)) continue;
    found.push(person);
    rest = rest.replaceAll(`@${person.name}`, ' ');
  }
  return found;
}

/** Splits a note into plain text and mentions, to show the mentions in bold. */
export function splitMentions(text: string, names: readonly string[]): { text: string; isMention: boolean }[] {
  if (names.length === 0) return [{ text, isMention: false }];
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${longestFirst.map((name) => `@${escaped(name)}`).join('|')})`, 'u');
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMention: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

const escaped = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns the entries that fit a query: those that begin with it first, then those in which a word begins with it. */
export function matching<T>(entries: readonly T[], query: string, nameOf: (entry: T) => string): T[] {
  const wanted = fold(query);
  const ranked = entries.flatMap((entry) => {
    const name = fold(nameOf(entry));
    if (name.startsWith(wanted)) return [{ entry, rank: 0 }];
    return name.split(/[\s_-]/).some((word) => word.startsWith(wanted)) ? [{ entry, rank: 1 }] : [];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
