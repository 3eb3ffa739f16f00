import { callEverything } from './calls.ts';
import { createJudge, reached } from './verify.ts';
import { askUsage, changeFlags, takeSandboxAway, tryTokens } from './rules.ts';
import { tryToCross } from './tries.ts';
import type { World } from './environment.ts';

/** Everything that is promised of sandbox tenants, played once; or only what needs no channel. */
export async function check(world: World, isOnlyRules = false) {
  const judge = createJudge();
  const lines = isOnlyRules ? null : await callEverything(world, judge);
  const tries = lines ? await tryToCross(world, judge, lines) : 0;
  const flagChanges = await changeFlags(world);
  const tokens = await tryTokens(world, judge);
  const billed = await askUsage(world, judge);
  const counted = reached(world); // now: a server that is told of no sandbox cannot know that the next calls go to one
  if (lines) await judge.attempt('the sandbox can be taken away', () => takeSandboxAway(world, lines.sandbox, judge));
  const { realReachedBySandboxTenant, sandboxReachedByRealTenant, unclaimed, pagesReached } = counted;
  const walls = { realReachedBySandboxTenant, sandboxReachedByRealTenant, unclaimed, pagesReached };
  const zeros = { ...walls, flagChanges, tokensAccepted: tokens.accepted, billed };
  for (const [name, value] of Object.entries(zeros)) judge.expect(`${name}=${value}`, value === 0);
  const figures = { channels: 4, ...counted, tries, tokensTried: tokens.tried, expectations: judge.count(), ...zeros };
  return { faults: judge.faults, figures };
}
