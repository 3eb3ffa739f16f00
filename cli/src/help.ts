import { type Command, globalOptions, type OptionRows } from './command.ts';
import { exitCodes, usage } from './failure.ts';
import { signature } from './parse.ts';
import { pad } from './printable.ts';

/** Help for one command, for all that begin with a word, or for everything. */
export function helpFor(table: readonly Command[], about: readonly string[]): string {
  const name = about.join(' ');
  const exact = table.find((one) => one.name === name);
  const below = table.filter((one) => name !== '' && one.name.startsWith(`${name} `));
  if (exact) return commandHelp(exact, below);
  if (below.length > 0) return `${list(below).join('\n')}\n`;
  if (name === '') return overview(table);
  throw usage(`there is no command ${name}`, 'patchbay help lists all commands');
}

function overview(table: readonly Command[]): string {
  return paragraphs([
    ['patchbay: customer conversations from the command line'],
    ['Usage: patchbay COMMAND [ARGUMENTS] [OPTIONS]'],
    ['Commands', ...list(table).map(indent)],
    ['Options of every command', ...optionLines(globalOptions)],
    ['Exit codes', ...Object.values(exitCodes).map(({ code, means }) => indent(`${pad(String(code), 5)}${means}`))],
    ['patchbay help COMMAND explains one of them.'],
  ]);
}

function commandHelp(one: Command, below: readonly Command[]): string {
  return paragraphs([
    [`${one.summary}.`, ...(one.details ? ['', one.details] : [])],
    [`Usage: ${usageLine(one)}`],
    one.arguments.length === 0
      ? []
      : ['Arguments', ...one.arguments.map((row) => indent(`${pad(signature(row), 16)}${row.summary}`))],
    Object.keys(one.options).length === 0 ? [] : ['Options', ...optionLines(one.options)],
    ['Options of every command', ...optionLines(globalOptions)],
    one.examples.length === 0 ? [] : ['Examples', ...one.examples.map(indent)],
    below.length === 0 ? [] : ['See also', ...list(below).map(indent)],
  ]);
}

export const usageLine = (one: Command): string => ['patchbay', one.name, ...one.arguments.map(signature), '[OPTIONS]'].join(' ');

const list = (commands: readonly Command[]): string[] => {
  const left = commands.map((one) => [one.name, ...one.arguments.map(signature)].join(' '));
  const width = Math.max(...left.map((text) => text.length)) + 2;
  return commands.map(({ summary }, i) => `${pad(left[i] ?? '', width)}${summary}`);
};

export const optionName = (name: string, { value, short, choices, multiple }: OptionRows[string]): string =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${choices ? choices.join('|') : value}` : ''}${multiple ? '…' : ''}`;

function optionLines(rows: OptionRows): string[] {
  const left = Object.entries(rows).map(([name, row]) => optionName(name, row));
  const width = Math.max(...left.map((text) => text.length)) + 2;
  return Object.values(rows).map(({ summary }, i) => indent(`${pad(left[i] ?? '', width)}${summary}`));
}

const indent = (line: string): string => `  ${line}`;
const paragraphs = (parts: string[][]): string =>
  `${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`;
