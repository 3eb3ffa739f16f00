import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { seeded } from '../chaos/random.ts';
import type { Environment } from './environment.ts';
import type { Scene } from './scene.ts';

/** What the command prints when it is killed, in the order in which it gets there, and the most time after it. */
const KILL_AT: [line: string, withinMs: number][] = [
  ['step prepare', 100],
  ['step copy', 300],
  ['step copy', 1_500],
  ['step copy', 4_000],
  ['step tail', 500],
  ['step freeze', 1_500],
  ['frozen', 30],
  ['frozen', 60],
  ['step freeze', 1_900],
  ['step cleanup', 300],
];
const FROZEN = KILL_AT.findIndex(([line]) => line === 'frozen');

/** After the first kill in a freeze nobody repeats the command for so long: the tenant must work again by itself. */
const ABANDONED_MS = 6_000;

export type MoveRun = { kills: number; killedIn: string[]; frozenMs: number; minutes: number; output: string };

const MOST_RUNS = 30;

/** Moves the tenant. Kills the command so many times, and starts it again at once. */
export async function moveWithKills(environment: Environment, scene: Scene, kills: number, seed: number): Promise<MoveRun> {
  const random = seeded(seed);
  const startedAt = Date.now();
  const planned = kills === 1 ? KILL_AT.slice(FROZEN, FROZEN + 1) : KILL_AT.slice(-kills);
  const run: MoveRun = { kills: 0, killedIn: [], frozenMs: 0, minutes: 0, output: '' };
  for (let i = 0; i < MOST_RUNS; i++) {
    const kill = kills === 0 ? undefined : planned[run.kills];
    const ended = await runCommand(environment, scene, kill && { line: kill[0], afterMs: random.between(0, kill[1]) });
    run.output += ended.output;
    if (!ended.wasKilled && ended.code !== 0) throw new Error(`the command failed:\n${ended.output.slice(-2_000)}`);
    if (!ended.wasKilled) break;
    if (kill === KILL_AT[FROZEN]) await wait(ABANDONED_MS);
    run.kills++;
    run.killedIn.push(ended.lastStep);
  }
  run.frozenMs = Math.max(...[...run.output.matchAll(/frozenMs=(\d+)/g)].map(([, ms]) => Number(ms)));
  run.minutes = (Date.now() - startedAt) / 60_000;
  return run;
}

/** Begins a move and kills the command while rows are copied. */
export const interruptOnce = (environment: Environment, scene: Scene) =>
  runCommand(environment, scene, { line: 'step copy', afterMs: 2_500 });

type Kill = { line: string; afterMs: number };

async function runCommand({ cells, adminPath }: Environment, { tenantId }: Scene, kill: Kill | undefined) {
  const args = [adminPath, 'tenant', 'move', tenantId, '--to', 'west', '--settings', cells.west.settingsFile];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...cells.east.env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    if (process.env.SHOW === 'true') process.stdout.write(`  ${chunk.toString()}`);
    if (kill && !timer && output.includes(`${kill.line}\n`)) timer = setTimeout(() => child.kill('SIGKILL'), kill.afterMs);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  const lastStep = [...output.matchAll(/^step (\w+)$/gm)].at(-1)?.[1] ?? 'start';
  return { code, wasKilled: signal === 'SIGKILL', output, lastStep };
}
