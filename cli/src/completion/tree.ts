import { type ArgumentRow, type Command, globalOptions, type OptionRow } from '../command.ts';

/** A position in the command line: the words so far, and what can follow. */
export type CompletionContext = {
  path: string;
  words: { word: string; summary: string }[];
  options: (OptionRow & { name: string })[];
  argument: ArgumentRow | undefined;
};

/** Returns the contexts that a shell completes, from the table of commands: the start, each group, each command. */
export function completionContexts(table: readonly Command[]): CompletionContext[] {
  const paths = new Set(['', ...table.flatMap(({ name }) => prefixes(name))]);
  return [...paths].map((path) => {
    const command = table.find(({ name }) => name === path);
    const rows = command ? { ...command.options, ...globalOptions } : {};
    return {
      path,
      words: nextWords(table, path),
      options: Object.entries(rows).map(([name, row]) => ({ ...(row as OptionRow), name })),
      argument: command?.arguments[0],
    };
  });
}

const prefixes = (name: string): string[] => name.split(' ').map((_, i, parts) => parts.slice(0, i + 1).join(' '));

function nextWords(table: readonly Command[], path: string): CompletionContext['words'] {
  const depth = path === '' ? 0 : path.split(' ').length;
  const below = table.filter(({ name }) => path === '' || name.startsWith(`${path} `));
  const found = new Map<string, string>();
  for (const { name, summary } of below) {
    const parts = name.split(' ');
    const word = parts[depth];
    if (word !== undefined && !found.has(word))
      found.set(word, parts.length === depth + 1 ? summary : groupSummary(below, parts.slice(0, depth + 1)));
  }
  return [...found].map(([word, summary]) => ({ word, summary }));
}

const groupSummary = (below: readonly Command[], group: string[]): string =>
  below
    .map(({ name }) => name.split(' '))
    .filter((parts) => group.every((part, i) => parts[i] === part))
    .map((parts) => parts.slice(group.length).join(' '))
    .join(', ');
