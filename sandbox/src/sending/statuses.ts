import type { Chance } from '../chance.ts';
import type { Knobs } from '../knobs/knobs.ts';

/** Returns the statuses of an accepted message, in the order they are sent. */
export function planStatuses(knobs: Pick<Knobs, 'statuses' | 'loseStatuses' | 'shuffleStatuses'>, chance: Chance): string[] {
  const sent = knobs.statuses.filter((status) => !chance.happens(`lose:${status}`, knobs.loseStatuses[status] ?? 0));
  return knobs.shuffleStatuses ? outOfOrder(sent, chance) : sent;
}

/** Shuffles into any other order. */
function outOfOrder(statuses: string[], chance: Chance): string[] {
  if (statuses.length < 2) return statuses;
  const mixed = [...statuses];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(chance.next('shuffleStatuses') * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as string, mixed[i] as string];
  }
  return mixed.every((status, i) => status === statuses[i]) ? mixed.reverse() : mixed;
}
