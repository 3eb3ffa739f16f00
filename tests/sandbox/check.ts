import { callEverything } from './calls.ts';
import type { Environment } from './environment.ts';
import { askUsage, changeFlags, takeSandboxAway, tryTokens } from './rules.ts';
import { tryToCross } from './tries.ts';
import { createVerifier, reached } from './verify.ts';

/** Everything that is promised of sandbox tenants, played once; or only what needs no channel. */
export async function check(environment: Environment, isOnlyRules = false) {
  const verify = createVerifier();
  const lines = isOnlyRules ? null : await callEverything(environment, verify);
  const tries = lines ? await tryToCross(environment, verify, lines) : 0;
  const flagChanges = await changeFlags(environment);
  const tokens = await tryTokens(environment, verify);
  const billed = await askUsage(environment, verify);
  const counted = reached(environment); // now: a server without the setting cannot know that the next calls go to a sandbox
  if (lines) await verify.attempt('the sandbox can be taken away', () => takeSandboxAway(environment, lines.sandbox, verify));
  const { realReachedBySandboxTenant, sandboxReachedByRealTenant, unclaimed, pagesReached } = counted;
  const boundaries = { realReachedBySandboxTenant, sandboxReachedByRealTenant, unclaimed, pagesReached };
  const zeros = { ...boundaries, flagChanges, tokensAccepted: tokens.accepted, billed };
  for (const [name, value] of Object.entries(zeros)) verify.expect(`${name}=${value}`, value === 0);
  const figures = { channels: 4, ...counted, tries, tokensTried: tokens.tried, expectations: verify.count(), ...zeros };
  return { faults: verify.faults, figures };
}
