import { spawnSync } from 'node:child_process';
import { blocksOf } from '../docs/pages.ts';

/** What a reader does next: types a command, saves a file, or compares the output with the page. */
export type Step =
  | { do: 'type'; command: string; at: string }
  | { do: 'save'; file: string; text: string; at: string }
  | { do: 'expect'; line: string; at: string };

/** A page as a reader follows it: sh blocks command by command, js blocks with a file name, and blocks of output. */
export function stepsOf(page: string, source: string): Step[] {
  return blocksOf(page, source).flatMap(({ language, info, text, line }): Step[] => {
    const at = `${page}:${line}`;
    if (language === 'sh') return commandsOf(text).map((command) => ({ do: 'type', command, at }));
    if (language === 'js' && info) return [{ do: 'save', file: info, text, at }];
    const lines = text.split('\n').filter((one) => one.trim() !== '');
    return language === '' ? lines.map((one) => ({ do: 'expect', line: one, at })) : [];
  });
}

/** Joins lines until the command is complete: a backslash, an open quote or a here-document continues it. */
export function commandsOf(text: string): string[] {
  const commands: string[] = [];
  let pending = '';
  for (const line of text.split('\n')) {
    pending = pending === '' ? line : `${pending}\n${line}`;
    if (pending.trim() === '' || !isWhole(pending)) continue;
    commands.push(pending);
    pending = '';
  }
  if (pending.trim() !== '') commands.push(pending);
  return commands;
}

function isWhole(command: string): boolean {
  if (command.endsWith('\\')) return false;
  const { status, stderr } = spawnSync('bash', ['-n'], { input: `${command}\n`, encoding: 'utf8' });
  return status === 0 && stderr === '';
}
