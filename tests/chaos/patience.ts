import { setTimeout as wait } from 'node:timers/promises';

/** For the unchanged source: waits for a busy machine. */
const UNCHANGED_MS = 600_000;
/** For mutants: some never finish. */
const MUTANT_MS = 60_000;
/** The limit in total: an endless loop also makes progress. */
const MAX_PATIENCES = 10;
const LOOK_EVERY_MS = 250;

/** How long to wait without progress. */
export const patienceOf = (replacements: readonly unknown[]): number => (replacements.length > 0 ? MUTANT_MS : UNCHANGED_MS);

/** `n`: open work. `mark` changes with progress. */
export type Left = { n: number; mark: string };

/** Waits until nothing is left to do. The limit counts from the last progress. */
export async function waitOut(look: () => Promise<Left>, patienceMs: number): Promise<void> {
  const giveUpAt = Date.now() + MAX_PATIENCES * patienceMs;
  let [mark, since] = ['', Date.now()];
  for (;;) {
    const left = await look();
    if (left.n === 0) return;
    if (left.mark !== mark) [mark, since] = [left.mark, Date.now()];
    if (Date.now() - since > patienceMs || Date.now() > giveUpAt) return;
    await wait(LOOK_EVERY_MS);
  }
}
