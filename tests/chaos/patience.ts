import { setTimeout as wait } from 'node:timers/promises';

/** Where everything is as it should be, a machine that is busy with other things is waited for. */
const UNTOUCHED_MS = 600_000;
/** Where something is broken on purpose, it may well never end. */
const PLANTED_MS = 60_000;
/** What goes round in circles also makes progress, of a kind. */
const MOST_PATIENCES = 10;
const LOOK_EVERY_MS = 250;

/** How long nothing may change before nobody waits any longer. */
export const patienceOf = (replacements: readonly unknown[]): number => (replacements.length > 0 ? PLANTED_MS : UNTOUCHED_MS);

/** What is left to do, and what would be different if some of it were done. */
export type Left = { n: number; mark: string };

/** Waits until nothing is left to do, as long as it goes on: patience counts from the last progress. */
export async function waitOut(look: () => Promise<Left>, patienceMs: number): Promise<void> {
  const giveUpAt = Date.now() + MOST_PATIENCES * patienceMs;
  let [mark, since] = ['', Date.now()];
  for (;;) {
    const left = await look();
    if (left.n === 0) return;
    if (left.mark !== mark) [mark, since] = [left.mark, Date.now()];
    if (Date.now() - since > patienceMs || Date.now() > giveUpAt) return;
    await wait(LOOK_EVERY_MS);
  }
}
