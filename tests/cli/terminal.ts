import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { atEnd } from '../chaos/endings.ts';
import { patience } from './patience.ts';

/** A terminal: its input and its screen. */
export type Terminal = {
  /** Types a line and presses Enter. */
  enter(line: string): Promise<void>;
  /** Types characters, with no Enter. */
  type(text: string): Promise<void>;
  /** Presses a key, in tmux notation: C-c, Tab, Enter. */
  press(key: string): Promise<void>;
  screen(options?: { isColoured?: boolean }): Promise<string>;
  until(text: string | RegExp): Promise<string>;
  /** Enters a line and waits for its exit code. */
  run(line: string): Promise<{ code: number; screen: string }>;
  /** Waits for the exit code of a line that `start` has entered. */
  start(line: string): Promise<() => Promise<number>>;
};

const LOOK_EVERY_MS = 30;
const COLUMNS = 160;
const LINES = 60;

const SOCKET = `patchbay-cli-${process.pid}`;
/** tmux does not delete the socket of an ended server; in a temporary folder it is deleted with the folder. */
let folder = '';
let opened = 0;

const tmux = async (env: Record<string, string>, ...args: string[]): Promise<string> =>
  (await promisify(execFile)('tmux', ['-u', '-L', SOCKET, '-f', '/dev/null', ...args], { env: { ...env, TMUX_TMPDIR: folder } }))
    .stdout;

/** Call it before the first terminal is opened. All terminals end with the program. */
export async function prepareTerminals(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-cli-tmux-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  atEnd(() => tmux({ PATH: process.env.PATH ?? '' }, 'kill-server').catch(() => ''));
}

/** Starts a tmux server for this program only, without the environment of the caller. */
export async function openTerminal(
  env: Record<string, string>,
  columns = COLUMNS,
  shell = 'bash --norc --noprofile',
): Promise<Terminal> {
  const name = `t${++opened}`;
  const own = { ...env, TERM: 'xterm-256color' };
  const given = Object.entries(own).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  await tmux(own, 'new-session', '-d', '-s', name, '-x', String(columns), '-y', String(LINES), ...given, shell);
  atEnd(() => tmux(own, 'kill-session', '-t', name).catch(() => ''));
  const screen = ({ isColoured = false } = {}) =>
    tmux(own, 'capture-pane', '-p', '-J', ...(isColoured ? ['-e'] : []), '-t', name);
  const until = (text: string | RegExp) => untilSeen(screen, text);
  const type = async (text: string) => void (await tmux(own, 'send-keys', '-t', name, '-l', text));
  const press = async (key: string) => void (await tmux(own, 'send-keys', '-t', name, key));
  const enter = async (line: string) => {
    await type(line);
    await press('Enter');
  };
  let entered = 0;
  const start = async (line: string) => {
    const mark = `ended-${++entered}`;
    await enter(`clear; ${line}; echo ${mark}=$?`);
    return async () => Number(new RegExp(`${mark}=(\\d+)`).exec(await until(new RegExp(`${mark}=\\d+\\s`)))?.[1]);
  };
  const run = async (line: string) => {
    const code = await (await start(line))();
    return { code, screen: await screen() };
  };
  await until(/\S/); // any prompt
  return { enter, type, press, screen, until, start, run };
}

async function untilSeen(screen: () => Promise<string>, text: string | RegExp): Promise<string> {
  let last = '';
  let changedAt = Date.now();
  for (;;) {
    const now = await screen();
    if (typeof text === 'string' ? now.includes(text) : text.test(now)) return now;
    if (now !== last) changedAt = Date.now();
    if (Date.now() - changedAt > patience.stillForMs)
      throw new Error(`the terminal never showed ${text}, but:\n${now.trimEnd()}`);
    last = now;
    await wait(LOOK_EVERY_MS);
  }
}
