import { setTimeout as wait } from 'node:timers/promises';
import { mapParallel } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { type Behaviour, onBench, type Sdk } from './bench.ts';

/** Most behaviours wait, so they run concurrently. */
const WIDTH = 6;
/** None takes a minute on an idle machine. */
const ENDS_WITHIN_MS = 300_000;

/** Tests every behaviour, each with its own bench. Returns the failures. */
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

/** The first lines name the error and its location. */
export const headOf = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n').slice(0, 12).join('\n  ').slice(0, 1_500);
