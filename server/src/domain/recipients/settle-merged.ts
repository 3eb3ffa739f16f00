import type { RecipientState } from './recipient.ts';

/** Where somebody stands in one run, on one channel, under one of the ids they have had. */
export type Stand = {
  id: string;
  runId: string;
  channelId: string;
  contactId: string;
  state: RecipientState;
  messageId: string | null;
  handleId: string | null;
};

/** What becomes of the rows of two contacts that become one. Rows that are named nowhere stay as they are. */
export type Settlement = {
  /** They are the base's from now on. */
  move: Stand[];
  /** Nobody was written to yet, and nobody will be. */
  skip: Stand[];
  /** A message is on its way; where it has not left, it is taken back. */
  takeBack: Stand[];
  /** What happened to them stays told; they are not tried again. */
  retire: Stand[];
};

/** How near a row is to having been written to; of one person's rows the nearest goes on. */
const nearness: Record<RecipientState, number> = {
  sent: 5,
  unknown: 4,
  queued: 3,
  planned: 2,
  failed: 1,
  skipped: 0,
  cancelled: 0,
};

const isOpen = ({ state }: Stand): boolean => nearness[state] > 0;

/**
 * Two contacts of one run become one person, who is written to once: of their rows one goes on, and the others are settled. A row
 * keeps its id where the base has one of its own, because there is one per run, contact and channel; no row goes away.
 */
export function settleMerged(stands: readonly Stand[], baseId: string, otherId: string): Settlement {
  const settlement: Settlement = { move: [], skip: [], takeBack: [], retire: [] };
  for (const group of Map.groupBy(stands, ({ runId, channelId }) => `${runId} ${channelId}`).values()) {
    const goesOn = foremost(group.filter(isOpen), baseId);
    for (const stand of group) if (isOpen(stand) && stand !== goesOn) settlement[wayOut(stand)].push(stand);
    const isThere = group.some(({ contactId }) => contactId === baseId);
    // One that was skipped stays behind: the base may be planned yet, and is then asked anew.
    if (!isThere) settlement.move.push(...group.filter((stand) => stand.contactId === otherId && isOpen(stand)));
  }
  return settlement;
}

function foremost(open: Stand[], baseId: string): Stand | undefined {
  const order = (a: Stand, b: Stand): number =>
    nearness[b.state] - nearness[a.state] ||
    Number(b.contactId === baseId) - Number(a.contactId === baseId) ||
    (a.id < b.id ? -1 : 1);
  return open.toSorted(order)[0];
}

function wayOut({ state }: Stand): 'skip' | 'takeBack' | 'retire' {
  if (state === 'planned') return 'skip';
  return state === 'queued' ? 'takeBack' : 'retire';
}
