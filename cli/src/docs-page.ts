import type { Command } from './command.ts';
import { exitCodes } from './failure.ts';
import { optionName, usageLine } from './help.ts';
import { signature } from './parse.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** The part of the guide that is made from the table: every command, its arguments and options, and the exit codes. */
export function commandsPage(table: readonly Command[]): string {
  const list = table.map(({ name, summary }) => row(`[\`${name}\`](#${name.replaceAll(' ', '-')})`, summary));
  const codes = Object.values(exitCodes).map(({ code, means }) => row(String(code), means));
  return [
    '| Command | What it does |\n| --- | --- |',
    ...list,
    '',
    '### Exit codes',
    '',
    '| Code | Means |\n| --- | --- |',
    ...codes,
    '',
    ...table.map(section),
  ].join('\n');
}

function section(one: Command): string {
  const rows = [
    ...one.arguments.map((argument) => row(`\`${signature(argument)}\``, argument.summary)),
    ...Object.entries(one.options).map(([name, option]) => row(`\`${optionName(name, option)}\``, option.summary)),
  ];
  return [
    `### ${one.name}`,
    '',
    `${one.summary}.${one.details ? ` ${one.details.replaceAll('\n', ' ')}` : ''}`,
    '',
    ...(rows.length > 0 ? [`\`${usageLine(one)}\``, '', '| | |\n| --- | --- |', ...rows, ''] : []),
    '```sh',
    ...one.examples,
    '```',
    '',
  ].join('\n');
}
