import type { types } from '@patchbay/sdk';

type Kind = types.Installation['queue'][number];

export const totalOf = (queue: readonly Kind[], field: 'waiting' | 'scheduled' | 'failed'): number =>
  queue.reduce((sum, kind) => sum + kind[field], 0);

/** Returns when the oldest waiting job of all kinds became due; null if none waits. */
export const oldestOf = (queue: readonly Pick<Kind, 'oldestDueAt'>[]): string | null =>
  queue.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).toSorted()[0] ?? null;

/** Returns how many seconds ago a job became due. Clocks differ a little, so it is never negative. */
export const ageOf = (dueAt: string, now: Date): number => Math.max(0, Math.round((now.getTime() - Date.parse(dueAt)) / 1_000));
