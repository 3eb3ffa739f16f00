import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience.ts';

/** Polls until the condition holds, and returns the value. */
export async function until<T>(what: string, look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  for (const startedAt = Date.now(); ; await wait(50)) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() - startedAt > patience.stillForMs) throw new Error(`${what} did not come: ${JSON.stringify(seen)}`);
  }
}
