import { publishMany } from '../../registry/publish.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import type { Channel } from '../channels/index.ts';
import type { LatestMessage } from './chat.ts';
import { chatData } from './chat-data.ts';
import { type ChatLine, insertMissingChats, lockChats, type Note, noteMessages, selectChatIds } from './inbound.store.ts';
import { openUntil } from './window.ts';

export type Partner = { handleId: string; contactId: string };

/** Two batches that open the same chats do so in one order, or each would wait for the other. */
const byHandle = (a: Partner, b: Partner): number => (a.handleId < b.handleId ? -1 : 1);

/** The chats with these people on a channel, opened where there is none yet, and held until the transaction ends. */
export async function chatsWith(ctx: Ctx, channel: Channel, partners: Partner[]): Promise<Map<string, ChatLine>> {
  const distinct = [...new Map(partners.map((partner) => [partner.handleId, partner])).values()].sort(byHandle);
  const wanted = distinct.map((partner) => ({ ...partner, id: idFor(ctx) }));
  const made = new Set(await insertMissingChats(ctx, channel.id, wanted));
  const chats = await lockChats(
    ctx,
    channel.id,
    wanted.map((one) => one.handleId),
  );
  const fresh = chats.filter(({ id }) => made.has(id));
  await publishMany(ctx, 'chat.created', channel, fresh.map(chatData));
  return new Map(chats.map((chat) => [chat.handleId, chat]));
}

/** What a chat is to those who hear that it was opened. */
const opened = (channel: Channel, { id, contactId, handleId }: Partner & { id: string }) =>
  chatData({
    id,
    contactId,
    handleId,
    channelId: channel.id,
    status: 'open',
    snoozedUntil: null,
    openUntil: null,
    isSensitive: false,
    assignedUserId: null,
    assignedTeamId: null,
  });

/**
 * The same for messages of ours that go out later: nobody's chat is held, and one that is opened shows its message from the
 * start. Answers the chat of each handle.
 */
export async function chatsFor(
  ctx: Ctx,
  channel: Channel,
  partners: (Partner & { latest: LatestMessage })[],
): Promise<Map<string, string>> {
  const wanted = partners.toSorted(byHandle).map((partner) => ({ ...partner, id: idFor(ctx) }));
  const made = new Set(await insertMissingChats(ctx, channel.id, wanted));
  const fresh = wanted.filter(({ id }) => made.has(id));
  const known = await selectChatIds(
    ctx,
    channel.id,
    wanted.filter(({ id }) => !made.has(id)).map(({ handleId }) => handleId),
  );
  await publishMany(
    ctx,
    'chat.created',
    channel,
    fresh.map((one) => opened(channel, one)),
  );
  return new Map([...fresh, ...known].map(({ id, handleId }) => [handleId, id]));
}

/** A message of a batch, as its chat sees it. */
export type Arrival = { chat: ChatLine; latest: LatestMessage; opensForHours?: number | undefined };

/** What a batch of messages does to its chats: the newest one shows, the contact's own count as unread, open and reopen. */
export async function recordInbound(ctx: Ctx, channel: Channel, arrivals: Arrival[]): Promise<void> {
  const byChat = Map.groupBy(arrivals, ({ chat }) => chat.id);
  const notes = [...byChat].map(([chatId, group]) => noteOf(channel, chatId, group));
  await noteMessages(ctx, notes);
  const reopened = [...byChat.values()].flatMap((group) => (reopens(group) && group[0] ? [group[0].chat] : []));
  await publishMany(
    ctx,
    'chat.status_changed',
    channel,
    reopened.map((chat) => ({
      ...chatData({ ...chat, status: 'open', snoozedUntil: null }),
      previousStatus: chat.status,
      triggersAutomations: true,
    })),
  );
}

const inbound = (group: Arrival[]) => group.filter(({ latest }) => latest.sender === 'inbound');
const reopens = (group: Arrival[]): boolean => inbound(group).length > 0 && group[0]?.chat.status !== 'open';

/** Some providers tell whole seconds only: within one, the order of arrival counts. */
const second = ({ timestamp }: LatestMessage): number => Math.floor(timestamp.getTime() / 1000);

function noteOf(channel: Channel, chatId: string, group: Arrival[]): Note {
  const newest = group.map(({ latest }) => latest).reduce((a, b) => (second(b) >= second(a) ? b : a));
  const theirs = inbound(group);
  const opens = theirs.map(({ latest, opensForHours }) => openUntil(channel, latest.timestamp, opensForHours));
  const longest = opens.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
  return { chatId, latest: newest, unread: theirs.length, openUntil: longest };
}

/** The same for many chats, in the order of their ids, in which everyone holds them. */
export const showAllLatest = (ctx: Ctx, shown: { chatId: string; latest: LatestMessage }[]): Promise<void> =>
  noteMessages(
    ctx,
    shown.toSorted((a, b) => (a.chatId < b.chatId ? -1 : 1)).map((one) => ({ ...one, unread: 0, openUntil: null })),
  );

/** A message of ours that went out later than it was written shows now. */
export const showLatest = (ctx: Ctx, message: LatestMessage & { chatId: string }): Promise<void> => {
  const { chatId, id, vendorId, sender, type, timestamp, text } = message;
  return noteMessages(ctx, [{ chatId, latest: { id, vendorId, sender, type, timestamp, text }, unread: 0, openUntil: null }]);
};
