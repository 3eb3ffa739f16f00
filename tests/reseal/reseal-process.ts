import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const ADMIN = new URL('../../server/src/admin.ts', import.meta.url).href;

/** `progress`: how many values the command reported while it was running. */
export type Run = { code: number | null; output: string; progress: number; resealed: number; oldKeyLeft: number };

/** Runs `admin key reseal`. With `killAfter`, kills it when it has reported so many values. */
export async function runReseal(adminUrl: string, env: Record<string, string>, killAfter?: number): Promise<Run> {
  const child = spawn(process.execPath, [fileURLToPath(adminUrl), 'key', 'reseal'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    if (killAfter !== undefined && progressOf(output) >= killAfter) child.kill('SIGKILL');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [code] = (await once(child, 'close')) as [number | null];
  return {
    code,
    output,
    progress: progressOf(output),
    resealed: figure(output, 'resealed'),
    oldKeyLeft: figure(output, 'oldKeyLeft'),
  };
}

/** Adds up the last line of each column: a line states how many values of its column were replaced since the start of the pass. */
function progressOf(output: string): number {
  const columns = new Map<string, number>();
  for (const [, column, resealed] of output.matchAll(/^(\w+\.\w+): (\d+)\n/gm)) columns.set(column as string, Number(resealed));
  return columns.values().reduce((sum, one) => sum + one, 0);
}

const figure = (output: string, name: string): number => Number(new RegExp(`\\b${name}=(\\d+)`).exec(output)?.[1] ?? Number.NaN);
