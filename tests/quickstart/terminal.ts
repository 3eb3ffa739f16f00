import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Silence for so long means that nothing more will come, even on a machine that is very busy. */
const SILENT_MS = 240_000;
const STOP_WITHIN_MS = 60_000;

/** A shell in a process group of its own, into which one types. */
export type Terminal = {
  /** Types a command and waits until it has ended; answers what it printed and its exit code. */
  type(command: string): Promise<{ said: string; code: number }>;
  /** Types a command that keeps running, and waits until it has printed this. */
  start(command: string, ready: RegExp): Promise<void>;
  output(): string;
  isBusy(): boolean;
  /** Ctrl-C, and then the window is closed. */
  close(): Promise<void>;
};

export function openTerminal(folder: string, env: Record<string, string>): Terminal {
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  let output = '';
  let heardAt = performance.now();
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    heardAt = performance.now();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  child.stdin.on('error', () => undefined); // a shell that has ended takes no more
  let [typed, busy] = [0, false];
  let closed: Promise<void> | undefined;
  const until = async (pattern: RegExp, from: number): Promise<RegExpExecArray> => {
    heardAt = performance.now();
    for (;;) {
      const found = pattern.exec(output.slice(from));
      if (found) return found;
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the shell ended:\n${output.slice(from).slice(-2000)}`);
      if (performance.now() - heardAt > SILENT_MS)
        throw new Error(`silence instead of ${pattern}:\n${output.slice(from).slice(-2000)}`);
      await wait(20);
    }
  };
  return {
    async type(command) {
      const from = output.length;
      const mark = `end-of-command-${++typed}`;
      child.stdin.write(`${command}\nprintf '\\n${mark} %s\\n' $?\n`);
      const found = await until(new RegExp(`\\n${mark} (\\d+)\\n`), from);
      return { said: output.slice(from, from + found.index), code: Number(found[1]) };
    },
    async start(command, ready) {
      busy = true;
      const from = output.length;
      child.stdin.write(`${command}\n`);
      await until(ready, from);
    },
    output: () => output,
    isBusy: () => busy,
    close() {
      closed ??= close(child);
      return closed;
    },
  };
}

/** The group is the one created above, so no other process gets the signals. */
async function close(child: ChildProcess): Promise<void> {
  const group = child.pid as number;
  child.stdin?.end();
  signal(group, 'SIGINT');
  const startedAt = performance.now();
  while ((await membersOf(group)) > 0 && performance.now() - startedAt < STOP_WITHIN_MS) await wait(100);
  signal(group, 'SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    // Everybody of the group has gone.
  }
}

/** pgrep exits with 1 when it finds no process. */
const membersOf = (group: number): Promise<number> =>
  promisify(execFile)('pgrep', ['-g', String(group)]).then(
    ({ stdout }) => stdout.trim().split('\n').length,
    () => 0,
  );
