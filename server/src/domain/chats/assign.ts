import { Failure, found, type InvalidParams } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { jobs } from '../../registry/jobs.ts';
import { publish, publishMany } from '../../registry/publish.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { activeUsers, lockTeams } from '../users/index.ts';
import { releaseSome, updateAssignment } from './assign.store.ts';
import type { Chat } from './chat.ts';
import { chatData } from './chat-data.ts';
import { lockStatus, selectChannelOf } from './chats.store.ts';
import { getChat } from './chats.ts';

export type Assignment = { userId?: string | null | undefined; teamId?: string | null | undefined };

/**
 * Gives a chat to somebody; null takes it from them. Assigning it to whom it belongs already changes nothing. People are held
 * before the chat is, as whoever deletes them does, so that the two never wait for each other.
 */
export const assignChat = (ctx: Ctx, id: string, assignment: Assignment): Promise<Chat> =>
  inTransaction(ctx, async (ctx) => {
    await requireAssignees(ctx, assignment);
    found(isId(id) ? await lockStatus(ctx, id) : undefined, 'chat_not_found');
    if (!(await updateAssignment(ctx, id, assignment))) return getChat(ctx, id);
    const chat = await getChat(ctx, id);
    await publish(ctx, 'chat.assigned', (await selectChannelOf(ctx, id)) ?? null, chatData(chat));
    return chat;
  });

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
  ask: (ctx: Ctx, ids: string[]) => Promise<Set<string>>,
): Promise<boolean> => typeof id === 'string' && !(isId(id) && (await ask(ctx, [id])).size === 1);

export type Released = { userId?: string | undefined; teamId?: string | undefined };

const AT_ONCE = 500;

/** Takes the chats of somebody who is gone from them, some at a time, and says so of each. */
export async function releaseChats(ctx: Ctx, gone: Released): Promise<void> {
  const chats = await releaseSome(ctx, gone, AT_ONCE);
  const byChannel = Map.groupBy(chats, ({ channelId }) => channelId);
  for (const [id, group] of byChannel)
    await publishMany(ctx, 'chat.assigned', { id, type: group[0]?.channelType ?? '' }, group.map(chatData));
  if (chats.length === AT_ONCE) await enqueue(ctx, jobs.releaseChats, gone);
}
