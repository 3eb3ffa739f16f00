/** What a bulk action does to each chat. Labels are those of the chat's contact. */
export type BulkChange =
  | { action: 'assign'; userId?: string | null | undefined; teamId?: string | null | undefined }
  | { action: 'open' | 'close'; triggerAutomations?: boolean | undefined }
  | { action: 'snooze'; snoozedUntil: Date }
  | { action: 'label' | 'unlabel'; labelIds: string[] }
  | { action: 'mark_read' | 'mark_unread' };

/** Which chats: some by their ids, or all that a search finds. */
export type BulkTarget = { ids: string[] } | { query: string | undefined; search: string | undefined };

/** Who asked for it, for the audit log. */
export type Actor = { tokenId: string; userId: string | null; requestId: string };

export type BulkCounts = { matched: number; processed: number; changed: number; failed: number };

export type BulkStatus = 'running' | 'completed' | 'cancelled' | 'failed';

/** A change to many chats, made by a job page by page. */
export type BulkAction = {
  id: string;
  change: BulkChange;
  /** The ids of the chats in their order; null for a search. */
  chatIds: string[] | null;
  query: string | null;
  search: string | null;
  status: BulkStatus;
  /** Why it failed, or the first reason why a chat could not be changed. */
  error: string | null;
  counts: BulkCounts;
  actor: Actor;
  /** The last chat that was processed. */
  position: string | null;
  reportedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
};
