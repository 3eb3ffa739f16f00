/** The sends of an account, in order of arrival. */
export type Send = {
  vendorId: string | null;
  to: string;
  at: string;
  body: unknown;
  idempotencyKey: string | null;
  /** The id the sender gave the message: biz_opaque_callback_data, messageId of the StatusCallback, or the Message-ID. */
  ownId: string | null;
  accepted: boolean;
  errorCode: number | null;
  /** The status URL of this message, if the sender gave one. */
  statusUrl?: string;
  /** Further recipients of the same mail. */
  alsoTo?: string[];
};

export type Summary = {
  total: number;
  accepted: number;
  refused: number;
  /** Repeats that got the first response and were not delivered again. */
  replayed: number;
  distinctKeys: number;
  duplicateKeys: number;
  distinctOwnIds: number;
  duplicateOwnIds: number;
  /** Sends that were dropped because of their age; they are not counted above. */
  forgotten: number;
  /** Time of the last send request, whatever its outcome. */
  lastCallAt: string | null;
};

export type Journal = {
  called: (atMs: number) => void;
  add: (send: Send) => void;
  replayed: () => void;
  byVendorId: (vendorId: string) => Send | undefined;
  all: () => Iterable<Send>;
  summary: () => Summary;
};

const MOST_SENDS = 200_000;

export function createJournal(mostSends = MOST_SENDS): Journal {
  const sends = new Map<number, Send>();
  const accepted = new Map<string, Send>();
  let added = 0;
  let replays = 0;
  let lastCallAt: string | null = null;
  return {
    called: (atMs) => {
      lastCallAt = new Date(atMs).toISOString();
    },
    add: (send) => {
      sends.set(added++, send);
      if (send.vendorId) accepted.set(send.vendorId, send);
      if (sends.size > mostSends) forgetOldest(sends, accepted);
    },
    replayed: () => {
      replays++;
    },
    byVendorId: (vendorId) => accepted.get(vendorId),
    all: () => sends.values(),
    summary: () => ({ ...summarise(sends.values()), replayed: replays, forgotten: added - sends.size, lastCallAt }),
  };
}

/** Counts duplicates: each additional delivery of the same key or own id counts as one. */
export function summarise(sends: Iterable<Send>): Omit<Summary, 'replayed' | 'forgotten' | 'lastCallAt'> {
  const keys = new Set<string>();
  const ownIds = new Set<string>();
  const sum = { total: 0, accepted: 0, refused: 0, distinctKeys: 0, duplicateKeys: 0, distinctOwnIds: 0, duplicateOwnIds: 0 };
  for (const send of sends) {
    sum.total++;
    if (!send.accepted) {
      sum.refused++;
      continue;
    }
    sum.accepted++;
    if (send.idempotencyKey !== null && !addNew(keys, send.idempotencyKey)) sum.duplicateKeys++;
    if (send.ownId !== null && !addNew(ownIds, send.ownId)) sum.duplicateOwnIds++;
  }
  return { ...sum, distinctKeys: keys.size, distinctOwnIds: ownIds.size };
}

function addNew(seen: Set<string>, value: string): boolean {
  const before = seen.size;
  seen.add(value);
  return seen.size > before;
}

function forgetOldest(sends: Map<number, Send>, accepted: Map<string, Send>): void {
  for (const [number, send] of sends) {
    sends.delete(number);
    if (send.vendorId) accepted.delete(send.vendorId);
    return;
  }
}
