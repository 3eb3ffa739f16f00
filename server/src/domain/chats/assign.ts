import { Failure, found, type InvalidParams } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { publish, publishMany } from '../../registry/publish.ts';
import { asServer } from '../../storage/as-viewer.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { notify } from '../notifications/index.ts';
import { activeUsers, lockTeams, requestAssignment } from '../users/index.ts';
import { unassignSome, updateAssignment } from './assign.store.ts';
import type { Chat } from './chat.ts';
import { chatData } from './chat-data.ts';
import { lockStatus, selectChannelOf } from './chats.store.ts';
import { getChat } from './chats.ts';

export type Assignment = { userId?: string | null | undefined; teamId?: string | null | undefined };

/**
 * Assigns a chat to a user or team; null unassigns it. Publishes nothing if nothing changed. Notifies a user who gets the chat from
 * somebody else. Locks users and teams before the chat, as their deletion does, so that the two cannot deadlock.
 */
export const assignChat = (ctx: Ctx, id: string, assignment: Assignment, actorId: string | null = null): Promise<Chat> =>
  inTransaction(ctx, async (ctx) => {
    await requireAssignees(ctx, assignment);
    const before = found(isId(id) ? await lockStatus(ctx, id) : undefined, 'chat_not_found');
    return asServer(ctx, (ctx) => applyAssignment(ctx, id, assignment, { userId: before.assignedUserId, actorId }));
  });

/** Runs as the server: a user who sees only some chats can assign one to somebody else, and then no longer sees it. */
async function applyAssignment(
  ctx: Ctx,
  id: string,
  assignment: Assignment,
  before: { userId: string | null; actorId: string | null },
): Promise<Chat> {
  if (!(await updateAssignment(ctx, id, assignment))) return getChat(ctx, id);
  const chat = await getChat(ctx, id);
  await publish(ctx, 'chat.assigned', (await selectChannelOf(ctx, id)) ?? null, chatData(chat));
  const { assignedUserId } = chat;
  if (assignedUserId !== null && assignedUserId !== before.userId)
    await notify(ctx, [assignedUserId], { type: 'assignment', chatId: chat.id, actorId: before.actorId });
  await requestAssignment(ctx);
  return chat;
}

async function requireAssignees(ctx: Ctx, { userId, teamId }: Assignment): Promise<void> {
  const invalidParams: InvalidParams = {};
  if (await isMissing(ctx, userId, activeUsers))
    invalidParams.userId = { key: 'not_found', message: 'There is no active user with this id' };
  if (await isMissing(ctx, teamId, lockTeams))
    invalidParams.teamId = { key: 'not_found', message: 'There is no team with this id' };
  if (Object.keys(invalidParams).length > 0) throw new Failure('invalid_body_params', { invalidParams });
}

const isMissing = async (
  ctx: Ctx,
  id: string | null | undefined,
  lock: (ctx: Ctx, ids: string[]) => Promise<Set<string>>,
): Promise<boolean> => typeof id === 'string' && !(isId(id) && (await lock(ctx, [id])).size === 1);

export type Unassigned = { userId?: string | undefined; teamId?: string | undefined };

const CHATS_PER_JOB = 500;

/** Unassigns the chats of a deleted user or team, some at a time, and publishes each. */
export async function unassignChats(ctx: Ctx, assignee: Unassigned): Promise<void> {
  const chats = await unassignSome(ctx, assignee, CHATS_PER_JOB);
  const byChannel = Map.groupBy(chats, ({ channelId }) => channelId);
  for (const [id, group] of byChannel)
    await publishMany(ctx, 'chat.assigned', { id, type: group[0]?.channelType ?? '' }, group.map(chatData));
  if (chats.length === CHATS_PER_JOB) await enqueue(ctx, jobs.releaseChats, assignee);
  if (chats.length > 0) await requestAssignment(ctx);
}
