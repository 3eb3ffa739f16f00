import type { Json } from '../api.ts';

/** The rank of each status. Only delivery overrides a failure. */
const RANKS = ['scheduled', 'pending', 'sent', 'failed', 'delivered', 'read', 'deleted'];
export const rankOf = (status: string): number => RANKS.indexOf(status);

export const highest = (statuses: string[]): string => statuses.reduce((a, b) => (rankOf(b) > rankOf(a) ? b : a));

/** Stores the last status of each message and counts how often one fell. */
export function createRankWatch() {
  const last = new Map<string, string>();
  let falls = 0;
  return {
    see(message: Json): void {
      const before = last.get(message.id);
      if (before !== undefined && rankOf(message.status) < rankOf(before)) falls++;
      last.set(message.id, message.status);
    },
    falls: () => falls,
    seen: () => last.size,
  };
}
