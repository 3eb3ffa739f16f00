import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const ADMIN = new URL('../../server/src/admin.ts', import.meta.url).href;

export type Run = { code: number | null; output: string; resealed: number; oldKeyLeft: number };

/** Runs `admin key reseal`. With `killAfter`, kills it when it has printed so many lines of progress. */
export async function runReseal(adminUrl: string, env: Record<string, string>, killAfter?: number): Promise<Run> {
  const child = spawn(process.execPath, [fileURLToPath(adminUrl), 'key', 'reseal'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    const lines = output.match(/^\w+\.\w+: \d+$/gm)?.length ?? 0;
    if (killAfter !== undefined && lines >= killAfter) child.kill('SIGKILL');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, resealed: figure(output, 'resealed'), oldKeyLeft: figure(output, 'oldKeyLeft') };
}

const figure = (output: string, name: string): number => Number(new RegExp(`\\b${name}=(\\d+)`).exec(output)?.[1] ?? Number.NaN);
