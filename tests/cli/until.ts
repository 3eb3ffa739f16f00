import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience.ts';

/** Looks until it holds, and answers what it then saw. */
export async function until<T>(what: string, look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  for (const startedAt = Date.now(); ; await wait(50)) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() - startedAt > patience.stillForMs) throw new Error(`${what} did not come: ${JSON.stringify(seen)}`);
  }
}
