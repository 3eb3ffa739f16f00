import { parseArgs } from 'node:util';
import { type ArgumentRow, type Command, globalOptions, type OptionRows } from './command.ts';
import { usage } from './failure.ts';
import { nearest } from './nearest.ts';

export type Parsed = { command: Command; args: Record<string, string | undefined>; options: Record<string, unknown> };
export type Asked = { ask: 'help'; about: string[] } | { ask: 'version' } | ({ ask: 'run' } & Parsed);

/** Parses a command line by the table. Throws a usage failure that names the fix. */
export function parseCommandLine(table: readonly Command[], words: readonly string[]): Asked {
  const leading = words.findIndex((word) => word.startsWith('-'));
  const names = leading < 0 ? words : words.slice(0, leading);
  if (names[0] === 'help') return { ask: 'help', about: names.slice(1) };
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-v')) return { ask: 'version' };
  const command = findCommand(table, words);
  if (words.some((word) => word === '--help' || word === '-h'))
    return { ask: 'help', about: command?.name.split(' ') ?? [...names] };
  if (!command) {
    if (words.length === 0) return { ask: 'help', about: [] };
    throw unknownCommand(table, names, words);
  }
  return { ask: 'run', command, ...readRest(command, words.slice(command.name.split(' ').length)) };
}

/** The longest name that the words begin with. */
export function findCommand(table: readonly Command[], words: readonly string[]): Command | undefined {
  const matching = table.filter(({ name }) => name.split(' ').every((part, i) => words[i] === part));
  return matching.toSorted((a, b) => b.name.length - a.name.length)[0];
}

function unknownCommand(table: readonly Command[], names: readonly string[], words: readonly string[]) {
  const [first = ''] = names;
  const below = table.filter(({ name }) => name.startsWith(`${first} `));
  if (first === '') return usage(`${words[0]} is before the command`, 'put the command first: patchbay COMMAND [options]');
  if (below.length > 0) return usage(`${first} needs one more word`, `there are: ${below.map(({ name }) => name).join(', ')}`);
  const meant = nearest(
    first,
    table.map(({ name }) => name.split(' ')[0] ?? ''),
  );
  return usage(`there is no command ${first}`, `${meant ? `did you mean ${meant}? ` : ''}patchbay help lists all commands`);
}

function readRest(command: Command, words: string[]): Pick<Parsed, 'args' | 'options'> {
  const rows: OptionRows = { ...command.options, ...globalOptions };
  const { values, positionals } = lenient(command, rows, words);
  for (const [name, value] of Object.entries(values)) requireChoice(`--${name}`, rows[name]?.choices, value);
  return { args: nameArguments(command, positionals), options: values };
}

function lenient(
  command: Command,
  rows: OptionRows,
  words: string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries(rows).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short !== undefined && { short }), ...(multiple && { multiple }) },
    ]),
  );
  try {
    return parseArgs({ args: words, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usage(inOurWords(command, rows, error as Error & { code?: string }), `patchbay help ${command.name}`);
  }
}

/** Rewrites an error of Node, which names the option in the first quotes of its message. */
function inOurWords(command: Command, rows: OptionRows, { code, message }: Error & { code?: string }): string {
  const option = /'(-[^ '<]*)/.exec(message)?.[1] ?? 'an option';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const meant = nearest(option.replace(/^-+/, ''), Object.keys(rows));
    return `${command.name} has no option ${option}${meant ? `; did you mean --${meant}?` : ''}`;
  }
  const name = /--([a-z-]+)/.exec(message)?.[1] ?? '';
  if (rows[name]?.type === 'boolean') return `--${name} takes no value`;
  return `--${name || option} needs a value: --${name} ${rows[name]?.value ?? 'VALUE'}`;
}

function requireChoice(what: string, choices: readonly string[] | undefined, value: unknown): void {
  if (!choices || value === undefined) return;
  for (const one of Array.isArray(value) ? value : [value])
    if (!choices.includes(one as string)) throw usage(`${what} cannot be ${String(one)}`, `it is one of ${choices.join(', ')}`);
}

function nameArguments(command: Command, given: string[]): Record<string, string | undefined> {
  const named: Record<string, string | undefined> = {};
  let left = given;
  for (const row of command.arguments) {
    const value = row.rest ? left.join(' ') || undefined : left[0];
    if (value === undefined && !row.optional)
      throw usage(`${command.name} needs ${signature(row)}: ${row.summary}`, `patchbay help ${command.name}`);
    requireChoice(row.name, row.choices, value);
    named[row.name] = value;
    left = row.rest ? [] : left.slice(1);
  }
  if (left.length > 0)
    throw usage(`${command.name} does not know what to do with ${left.join(' ')}`, `patchbay help ${command.name}`);
  return named;
}

export const signature = ({ name, optional, rest }: ArgumentRow): string => {
  const word = `${name.toUpperCase()}${rest ? '…' : ''}`;
  return optional ? `[${word}]` : word;
};
