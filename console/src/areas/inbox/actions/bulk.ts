import type { types } from '@patchbay/sdk';
import { client } from '../../../app/session/session.ts';
import { chatStore, countsChanged, type StoredChat } from '../../../live/chats/index.ts';
import { subscribe } from '../../../live/feed.ts';
import { type Change, fieldsAfter, type Target, undoOf } from './change.ts';

/** A bulk action that runs or has just ended, as the bar above the list shows it. */
export type BulkJob = Pick<types.BulkAction, 'id' | 'action' | 'status' | 'counts' | 'error'> & {
  undo: (() => Promise<void>) | null;
};

const MOST_IDS = 1_000;
const POLL_MS = 3_000;

let job: BulkJob | null = null;
const listeners = new Set<() => void>();

export const currentJob = (): BulkJob | null => job;

export function onJob(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismissJob(): void {
  setJob(null);
}

export async function cancelJob(): Promise<void> {
  if (job?.status === 'running') update(await client.bulkActions.cancel(job.id));
}

/** Starts a change to many chats. Loaded chats show it at once; with ids it can be undone. */
export async function startBulk(change: Change, target: Target, labels: readonly types.Label[]): Promise<void> {
  const chats = 'ids' in target ? target.ids.map((id) => chatStore.get(id)).filter((chat): chat is StoredChat => !!chat) : [];
  const started = await create(change, target);
  for (const chat of chats) chatStore.patch(chat.id, fieldsAfter(chat, change, labels));
  const canUndo = 'ids' in target && chats.length === target.ids.length;
  setJob({ ...started, undo: canUndo ? () => undo(change, chats, labels) : null });
  void follow(started.id);
}

async function create(change: Change, target: Target): Promise<types.BulkAction> {
  const which = 'ids' in target ? { ids: target.ids.slice(0, MOST_IDS) } : { query: target.query, search: target.search };
  return client.bulkActions.create({ ...which, ...change });
}

async function undo(change: Change, before: StoredChat[], labels: readonly types.Label[]): Promise<void> {
  for (const { ids, change: back } of undoOf(change, before)) await startBulk(back, { ids }, labels);
  if (job) setJob({ ...job, undo: null });
}

/** Follows the progress on the feed, and asks now and then in case the connection is lost. */
async function follow(id: string): Promise<void> {
  const end = subscribe('bulk_action.progressed', ({ data }) => {
    if (data.id === id) update(data as Pick<types.BulkAction, 'id' | 'status' | 'counts'>);
  });
  while (job?.id === id && job.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const now = await client.bulkActions.get(id).catch(() => null);
    if (now) update(now);
  }
  end();
}

function update(next: Pick<types.BulkAction, 'id' | 'status' | 'counts'> & { error?: string | null }): void {
  if (job?.id !== next.id || job.status !== 'running') return;
  const { status, counts, error = null } = next;
  setJob({ ...job, status, counts, error });
  countsChanged();
}

function setJob(next: BulkJob | null): void {
  job = next;
  for (const listener of listeners) listener();
}
