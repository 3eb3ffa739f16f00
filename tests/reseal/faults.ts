import type { rotate } from './rotation.ts';

/** Returns what a rotation did wrong. */
export function faultsOf(rotated: Awaited<ReturnType<typeof rotate>>, seeded: number): string[] {
  const middle = [seeded * 0.25, seeded * 0.75] as const;
  const { failed, requests, killed, leftBefore, progressAtKill, leftAfterKill, reported, again, values, oldKeyLeft, lost } =
    rotated;
  const faults = {
    'requests failed': failed.length > 0,
    'no requests were made': requests === 0,
    'the command was not killed in the middle': !killed || progressAtKill < middle[0] || progressAtKill > middle[1],
    'a killed run did not keep what it reported': leftBefore - leftAfterKill < progressAtKill,
    'nothing was left to repeat': leftAfterKill === 0,
    'the command reported values that are left': reported !== 0,
    'a repetition found something to do': again !== 0,
    'values are missing': values < seeded,
    'the new key alone does not open everything': oldKeyLeft > 0,
    'a value is not what was stored last': lost > 0,
  };
  return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}
