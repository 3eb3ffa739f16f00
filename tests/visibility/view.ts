import type { Visibility } from '../../server/src/storage/viewer.ts';

/** What the probing user may see. */
export type View = { userId: string; visibility: Visibility; channelIds: string[] | null; teamIds: string[]; mateIds: string[] };

export type Assigned = { channelId: string; userId: string | null; teamId: string | null };

/** The table of ADR 74 in another form than in the database: what a user sees, from the row of a chat alone. */
export function sees({ userId, visibility, channelIds, teamIds, mateIds }: View, chat: Assigned): boolean {
  if (channelIds !== null && !channelIds.includes(chat.channelId)) return false;
  if (visibility === 'all' || chat.userId === userId) return true;
  if (visibility === 'own') return false;
  const isNobodys = chat.userId === null && chat.teamId === null;
  return isNobodys || teamIds.includes(chat.teamId ?? '') || mateIds.includes(chat.userId ?? '');
}
