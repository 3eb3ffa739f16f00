import { found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { publish } from '../../registry/publish.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { type Channel, channelDefinitions, findChannel } from '../channels/index.ts';
import { type Contact, findContact, type Handle } from '../contacts/index.ts';
import { requestAssignment } from '../users/index.ts';
import type { Chat } from './chat.ts';
import { chatData, publishChatUpdates } from './chat-data.ts';
import { insertChat, lockStatus, selectChannelOf, selectChat, updateChatRow, updateUnread, wakeChatRow } from './chats.store.ts';
import { recordStatus } from './sla.ts';
import { type ChatStatus, changeStatus, checkStatusRequest, type StatusRequest } from './status.ts';

export const getChat = async (ctx: Ctx, id: string): Promise<Chat> =>
  found(isId(id) ? await selectChat(ctx, id) : undefined, 'chat_not_found');

/** Deletes a chat and its messages. */
export const deleteChat = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const channel = isId(id) ? await selectChannelOf(ctx, id) : undefined;
    const result = await deleteByIds(ctx, 'chats', [id]);
    for (const deleted of result.deletedIds) await publish(ctx, 'chat.deleted', channel ?? null, { id: deleted });
    if (result.deletedIds.length > 0) await requestAssignment(ctx);
    return result;
  });

export type NewChat = { channelId: string; contactId: string; handleId?: string; isSensitive?: boolean };

export const createChat = (ctx: Ctx, wanted: NewChat): Promise<Chat> =>
  inTransaction(ctx, async (ctx) => {
    const contact = found(await findContact(ctx, wanted.contactId), 'contact_not_found');
    const channel = await findChannel(ctx, wanted.channelId);
    if (!channel) throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
    const handle = chooseHandle(contact, channel, wanted.handleId);
    const id = idFor(ctx);
    const taken = { chats_tenant_id_channel_id_handle_id_key: 'There is a chat with this handle on this channel already' };
    await explainConflicts(taken, () =>
      insertChat(ctx, {
        id,
        channelId: channel.id,
        contactId: contact.id,
        handleId: handle.id,
        isSensitive: wanted.isSensitive ?? false,
      }),
    );
    const chat = await getChat(ctx, id);
    await publish(ctx, 'chat.created', channel, chatData(chat));
    return chat;
  });

export const updateChat = (ctx: Ctx, id: string, changes: { isSensitive?: boolean }): Promise<Chat> =>
  inTransaction(ctx, async (ctx) => {
    found((isId(id) && (await updateChatRow(ctx, id, changes))) || undefined, 'chat_not_found');
    return publishChanged(ctx, id);
  });

export const setChatStatus = (ctx: Ctx, id: string, request: StatusRequest): Promise<Chat> =>
  inTransaction(ctx, async (ctx) => {
    checkStatusRequest(request, ctx.clock.now());
    const current = found(isId(id) ? await lockStatus(ctx, id) : undefined, 'chat_not_found');
    const change = changeStatus(current, request);
    if (!change) return getChat(ctx, id);
    await updateChatRow(ctx, id, change);
    const { snoozedUntil } = change;
    if (snoozedUntil)
      await enqueue(ctx, jobs.wakeChat, { chatId: id, snoozedUntil: snoozedUntil.toISOString() }, { at: snoozedUntil });
    return publishStatus(ctx, id, current.status, request.triggerAutomations ?? false);
  });

/** Opens a snoozed chat when its time has come. Does nothing if it was opened or snoozed again since. */
export async function wakeChat(ctx: Ctx, { chatId, snoozedUntil }: { chatId: string; snoozedUntil: string }): Promise<void> {
  const woken = await wakeChatRow(ctx, chatId, new Date(snoozedUntil));
  if (woken) await publishStatus(ctx, chatId, 'snoozed', true);
}

/** Publishes a status change. A chat that opens may wait for a user, and one that closes frees a place. */
export async function publishStatus(
  ctx: Ctx,
  id: string,
  previousStatus: ChatStatus,
  triggersAutomations: boolean,
): Promise<Chat> {
  const chat = await getChat(ctx, id);
  const channel = (await selectChannelOf(ctx, id)) ?? null;
  await publish(ctx, 'chat.status_changed', channel, { ...chatData(chat), previousStatus, triggersAutomations });
  const isTracked = await recordStatus(ctx, channel, chat);
  await requestAssignment(ctx);
  return isTracked ? getChat(ctx, id) : chat;
}

/** Marks all messages as read. The chat keeps its place in lists. */
export const markRead = (ctx: Ctx, id: string): Promise<Chat> => setUnread(ctx, id, ({ unreadCount }) => unreadCount > 0, 0);

/** Marks a chat as unread, as if one message were. A chat with unread messages keeps their number. */
export const markUnread = (ctx: Ctx, id: string): Promise<Chat> => setUnread(ctx, id, ({ unreadCount }) => unreadCount === 0, 1);

const setUnread = (ctx: Ctx, id: string, isChange: (chat: Chat) => boolean, unreadCount: number): Promise<Chat> =>
  inTransaction(ctx, async (ctx) => {
    const chat = await getChat(ctx, id);
    if (!isChange(chat)) return chat;
    await updateUnread(ctx, chat.id, unreadCount);
    return publishChanged(ctx, chat.id);
  });

/** Publishes a change that only lists on the live feed need. */
async function publishChanged(ctx: Ctx, id: string): Promise<Chat> {
  const [chat, channel] = [await getChat(ctx, id), await selectChannelOf(ctx, id)];
  const latestMessage = chat.latestMessage && { ...chat.latestMessage, timestamp: chat.latestMessage.timestamp.toISOString() };
  if (channel) publishChatUpdates(ctx, channel, [{ ...chat, latestMessage }]);
  return chat;
}

export function chooseHandle(contact: Contact, channel: Channel, handleId: string | undefined): Handle {
  const types = channelDefinitions[channel.type].reaches;
  if (handleId !== undefined) {
    const chosen = contact.handles.find((handle) => handle.id === handleId.toLowerCase());
    if (!chosen) throw invalidParam('handleId', 'not_found', 'The contact has no handle with this id');
    if (!types.includes(chosen.type))
      throw invalidParam('handleId', 'custom', `A ${channel.type} channel cannot reach a ${chosen.type} handle`);
    return chosen;
  }
  const usable = types.flatMap((type) => contact.handles.filter((handle) => handle.type === type));
  const handle = usable.find((candidate) => candidate.isPrimary) ?? usable[0];
  if (!handle)
    throw invalidParam(
      'contactId',
      'custom',
      `The contact has no handle that a ${channel.type} channel can reach (${types.join(', ')})`,
    );
  return handle;
}
