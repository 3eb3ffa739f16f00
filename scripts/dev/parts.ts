import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { named, readable } from './lines.ts';
import type { DevSettings } from './settings.ts';

export type Part = { name: string; child: ChildProcess; ended: Promise<unknown> };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STOP_WITHIN_MS = 10_000;
const START_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** Starts a process and prints its output with its name. */
export function startPart(settings: DevSettings, name: string, path: string, ...args: string[]): Part {
  const file = resolve(ROOT, path);
  const child = spawn(process.execPath, [file, ...args], { env: settings.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { isVerbose } = settings;
  // Lines that are not JSON: a greeting on stdout, an error on stderr.
  createInterface({ input: child.stdout }).on('line', (line) => {
    const text = line.startsWith('{') || isVerbose ? readable(line, isVerbose) : undefined;
    if (text) console.log(named(name, text));
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    const text = readable(line, isVerbose);
    if (text) console.error(named(name, text));
  });
  return { name, child, ended: once(child, 'exit') };
}

/** Throws if one of them ends; never returns otherwise. */
export async function whileAllRun(parts: Part[]): Promise<never> {
  const ended = await Promise.race(parts.map(({ name, ended }) => ended.then(() => name)));
  throw new Error(`The ${ended} has ended, so everything is stopped. Its output is above.`);
}

/** Stops the processes with SIGTERM, and kills those that have not ended after ten seconds. */
export async function stopParts(parts: Part[]): Promise<void> {
  await Promise.all(
    parts.map(async ({ child, ended }) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    }),
  );
}

/** Waits until a URL responds with success. */
export async function untilReady(url: string): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const isReady = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() - startedAt > START_WITHIN_MS) throw new Error(`${url} did not respond within a minute.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
