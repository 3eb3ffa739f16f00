import type { FeedEvent } from '../../../live/hub.ts';
import { isForWebhooks } from '../event-names.ts';

/** More would make the page slow, and nobody reads them. */
export const MOST_SHOWN = 300;

/** An event of the list. Live events have no id, so each gets a key of its own. */
export type StreamRow = FeedEvent & { key: string };
export type StreamFilter = { type: string | undefined; find: string | undefined; show: string | undefined };

let number = 0;
export const toRow = (event: FeedEvent): StreamRow => {
  number++;
  return { ...event, key: event.id ?? `live-${number}` };
};

/** Puts an event before the others; one that is there already stays where it is. */
export function withEvent(rows: readonly StreamRow[], event: FeedEvent): StreamRow[] {
  if (event.id !== null && rows.some(({ id }) => id === event.id)) return [...rows];
  return [toRow(event), ...rows].slice(0, MOST_SHOWN);
}

/** Whether the filters leave an event in the list: its type, whether webhooks get it, and a text anywhere in its data. */
export function matches(row: StreamRow, { type, find, show }: StreamFilter): boolean {
  if (type !== undefined && row.event !== type) return false;
  if (show === 'webhooks' && !isForWebhooks(row.event)) return false;
  if (find === undefined) return true;
  return JSON.stringify([row.id, row.event, row.data]).toLowerCase().includes(find.toLowerCase());
}
