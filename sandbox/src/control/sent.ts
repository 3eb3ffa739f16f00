import { addressKey } from '../ids.ts';
import type { Journal, Send } from '../journal.ts';

export type SentQuery = { to?: string; key?: string; ownId?: string; limit?: string; offset?: string };

const LIMIT = 100;
const MOST = 10_000;

/** In order of arrival. */
export function listSends(journal: Journal, query: SentQuery): { total: number; sends: Send[] } {
  const matching = [...journal.all()].filter((send) => matches(send, query));
  const offset = Math.max(0, Number(query.offset) || 0);
  const limit = Math.min(Number(query.limit ?? LIMIT) || 0, MOST);
  return { total: matching.length, sends: matching.slice(offset, offset + limit) };
}

function matches(send: Send, { to, key, ownId }: SentQuery): boolean {
  if (key !== undefined && send.idempotencyKey !== key) return false;
  if (ownId !== undefined && send.ownId !== ownId) return false;
  return to === undefined || [send.to, ...(send.alsoTo ?? [])].some((one) => addressKey(one) === addressKey(to));
}
