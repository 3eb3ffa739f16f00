import { setTimeout as wait } from 'node:timers/promises';
import { mapParallel } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { type Behaviour, onBench, type Sdk } from './bench.ts';

/** Most of them wait for something; together they wait once. */
const WIDTH = 6;
/** None of them needs a minute on a quiet machine. */
const ENDS_WITHIN_MS = 300_000;

/** Tries every behaviour, each on a bench of its own, and answers with what was not kept. */
export async function tryAll(environment: Environment, serverUrl: string, sdk: Sdk, behaviours: Behaviour[]): Promise<string[]> {
  const faults = await mapParallel(behaviours, WIDTH, async ({ name, check }) => {
    const late = wait(ENDS_WITHIN_MS, 'late' as const, { ref: false });
    const done = onBench(environment, serverUrl, sdk, check).then(
      () => undefined,
      (error: unknown) => `${name}: ${headOf(error)}`,
    );
    const ended = await Promise.race([done, late]);
    return ended === 'late' ? `${name}: did not end within ${ENDS_WITHIN_MS / 1000} s` : ended;
  });
  return faults.filter((fault) => fault !== undefined);
}

/** The first lines say what was wrong and where. */
export const headOf = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n').slice(0, 12).join('\n  ').slice(0, 1_500);
