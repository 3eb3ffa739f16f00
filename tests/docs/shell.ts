import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Block } from './pages.ts';
import type { Stage } from './stage.ts';

/** What became of one block that was pasted into a shell. */
export type Pasted = { block: Block; isDone: boolean; said: string; complained: string; failures: string[]; calls: Call[] };
export type Call = { status: number; method: string; url: string };

const STUCK_AFTER_MS = 180_000;

/**
 * curl as the reader has it, and beside it a note of every answer's status. A stream is read for a moment; that it had
 * not ended by then is no failure.
 */
const PRELUDE = `
set -o pipefail -E
trap 'case $BASH_COMMAND in return*) ;; *) echo "$BASH_COMMAND" >> "$FAILURES" ;; esac' ERR
curl() {
  local most=30 code=0
  [[ " $* " == *' -sN '* ]] && most=3
  command curl "$@" --max-time $most -w '%{stderr}%{http_code} %{method} %{url_effective}\\n' 2>> "$CALLS" || code=$?
  if [ $code = 28 ] && [ $most = 3 ]; then return 0; fi
  return $code
}
`;

/** All blocks of one page, in order, in one shell: what one of them sets, the next can use. */
export async function paste(stage: Stage, blocks: Block[]): Promise<Pasted[]> {
  const folder = await mkdtemp(join(stage.folder, 'page-'));
  const notes = join(folder, 'notes');
  await mkdir(notes);
  await writeFile(join(notes, 'all.sh'), PRELUDE + blocks.map((_block, index) => around(notes, index)).join(''));
  for (const [index, block] of blocks.entries()) await writeFile(join(notes, `${index}.sh`), block.text);
  await runScript(stage, notes);
  return Promise.all(blocks.map((block, index) => resultOf(notes, index, block)));
}

const around = (notes: string, index: number): string => {
  const note = join(notes, String(index));
  return `
CALLS='${note}.calls' FAILURES='${note}.failures'
exec > '${note}.out' 2> '${note}.err'
source '${note}.sh'
echo done > '${note}.done'
`;
};

/** A process group of its own, so that whatever a block leaves running can be ended and nothing else. */
async function runScript(stage: Stage, notes: string): Promise<void> {
  const { PATH = '', HOME = '', LANG = 'C.UTF-8' } = process.env;
  const child = spawn('bash', [join(notes, 'all.sh')], {
    cwd: stage.folder,
    env: { PATH, HOME, LANG, ...stage.env },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  const watch = setInterval(() => void endIfStuck(child.pid as number, notes), 5_000);
  await ended;
  clearInterval(watch);
  end(child.pid as number);
}

const progress = new Map<number, { done: number; at: number }>();

async function endIfStuck(group: number, notes: string): Promise<void> {
  const done = (await readdir(notes)).filter((name) => name.endsWith('.done')).length;
  const last = progress.get(group);
  if (last?.done !== done) progress.set(group, { done, at: performance.now() });
  else if (performance.now() - last.at > STUCK_AFTER_MS) end(group);
}

function end(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}

async function resultOf(notes: string, index: number, block: Block): Promise<Pasted> {
  const read = (kind: string) => readFile(join(notes, `${index}.${kind}`), 'utf8').catch(() => '');
  const calls = [...(await read('calls')).matchAll(/^(\d{3}) (\w+) (\S+)$/gm)];
  return {
    block,
    isDone: (await read('done')) !== '',
    said: await read('out'),
    complained: await read('err'),
    failures: (await read('failures')).split('\n').filter(Boolean),
    calls: calls.map(([, status, method, url]) => ({ status: Number(status), method: String(method), url: String(url) })),
  };
}
