import type { Chance } from '../chance.ts';
import type { Knobs } from '../knobs/knobs.ts';

/** Which statuses of one accepted message are told, and in which order. */
export function planStatuses(knobs: Pick<Knobs, 'statuses' | 'loseStatuses' | 'shuffleStatuses'>, chance: Chance): string[] {
  const told = knobs.statuses.filter((status) => !chance.happens(`lose:${status}`, knobs.loseStatuses[status] ?? 0));
  return knobs.shuffleStatuses ? outOfOrder(told, chance) : told;
}

/** Any order but the right one. */
function outOfOrder(statuses: string[], chance: Chance): string[] {
  if (statuses.length < 2) return statuses;
  const mixed = [...statuses];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(chance.next('shuffleStatuses') * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as string, mixed[i] as string];
  }
  return mixed.every((status, i) => status === statuses[i]) ? mixed.reverse() : mixed;
}
