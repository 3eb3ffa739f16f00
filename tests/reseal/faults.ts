import type { rotate } from './rotation.ts';

/** Returns what a rotation did wrong. */
export function faultsOf(rotated: Awaited<ReturnType<typeof rotate>>, seeded: number): string[] {
  const { failed, requests, killed, leftAfterKill, reported, again, values, oldKeyLeft, lost } = rotated;
  const faults = {
    'requests failed': failed.length > 0,
    'no requests were made': requests === 0,
    'the command was not killed in the middle': !killed || leftAfterKill === 0,
    'the command reported values that are left': reported !== 0,
    'a repetition found something to do': again !== 0,
    'values are missing': values < seeded,
    'the new key alone does not open everything': oldKeyLeft > 0,
    'a value is not what was stored last': lost > 0,
  };
  return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}
