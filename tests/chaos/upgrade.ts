import { printFigures } from '../security/environment.ts';
import { main } from './endings.ts';
import { testUpgradeMutants } from './upgrade-mutants.ts';
import { type Figures, rollUnderLoad } from './upgrade-play.ts';
import { currentRelease, previousRelease } from './upgrade-release.ts';

const HOLD_MS = Number(process.env.HOLD_SECONDS ?? 20) * 1_000;
const SETTLES_WITHIN_MS = 120_000;

/**
 * Upgrades from the previous release to this one and goes back, one process after the other, while requests run. The database keeps the
 * tables of the new version. Every accepted contact reaches the webhook once, every accepted message reaches its phone once. --mutants
 * plants changes that the previous release cannot live with.
 */
await main(() => (process.argv.includes('--mutants') ? testUpgradeMutants() : upgradeAndBack()));

async function upgradeAndBack(): Promise<boolean> {
  const startedAt = performance.now();
  const previous = await previousRelease();
  const times = { holdMs: HOLD_MS, settlesWithinMs: SETTLES_WITHIN_MS };
  const figures = await rollUnderLoad(previous, currentRelease(), times);
  printFigures({ previous: previous.name, ...figures, seconds: Math.round((performance.now() - startedAt) / 1000) });
  return isKept(figures);
}

function isKept({ failedRequests, lost, dup, contacts, messages }: Figures): boolean {
  return failedRequests === 0 && lost === 0 && dup === 0 && contacts > 100 && messages > 100;
}
