import { publishMany } from '../../registry/publish.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import type { Channel } from '../channels/index.ts';
import { trackMessages } from '../sla/index.ts';
import { lockTeams } from '../users/index.ts';
import type { LatestMessage } from './chat.ts';
import { chatData, publishChatUpdates } from './chat-data.ts';
import {
  applyChatUpdates,
  type ChatState,
  type ChatSummary,
  type ChatUpdate,
  insertMissingChats,
  lockChats,
  selectChatIds,
} from './inbound.store.ts';
import { openUntil } from './window.ts';

export type Partner = { handleId: string; contactId: string };

/** One order for all batches: two that create the same chats in different orders would deadlock. */
const byHandle = (a: Partner, b: Partner): number => (a.handleId < b.handleId ? -1 : 1);

/** Locks the chats with these contacts on a channel until the transaction ends. Creates missing ones. */
export async function lockOrCreateChats(ctx: Ctx, channel: Channel, partners: Partner[]): Promise<Map<string, ChatSummary>> {
  const distinct = [...new Map(partners.map((partner) => [partner.handleId, partner])).values()].sort(byHandle);
  const wanted = distinct.map((partner) => ({ ...partner, id: idFor(ctx) }));
  const created = new Set(await insertMissingChats(ctx, channel.id, wanted));
  const chats = await lockChats(
    ctx,
    channel.id,
    wanted.map((one) => one.handleId),
  );
  const fresh = chats.filter(({ id }) => created.has(id));
  await publishMany(ctx, 'chat.created', channel, fresh.map(chatData));
  return new Map(chats.map((chat) => [chat.handleId, chat]));
}

/** Returns a new chat as events carry it. */
const newChatData = (channel: Channel, { id, contactId, handleId }: Partner & { id: string }) =>
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
 * Finds or creates the chats for outbound messages that are sent later. Takes no locks; a new chat has its message as the latest one from
 * the start. Returns the chat of each handle.
 */
export async function findOrCreateChats(
  ctx: Ctx,
  channel: Channel,
  partners: (Partner & { latest: LatestMessage })[],
): Promise<Map<string, string>> {
  const wanted = partners.toSorted(byHandle).map((partner) => ({ ...partner, id: idFor(ctx) }));
  const created = new Set(await insertMissingChats(ctx, channel.id, wanted));
  const fresh = wanted.filter(({ id }) => created.has(id));
  const known = await selectChatIds(
    ctx,
    channel.id,
    wanted.filter(({ id }) => !created.has(id)).map(({ handleId }) => handleId),
  );
  await publishMany(
    ctx,
    'chat.created',
    channel,
    fresh.map((one) => newChatData(channel, one)),
  );
  return new Map([...fresh, ...known].map(({ id, handleId }) => [handleId, id]));
}

/** A message of a batch with its chat. */
export type NewMessage = {
  chat: ChatSummary;
  latest: LatestMessage;
  isAutomatic: boolean;
  opensForHours?: number | undefined;
};

/** Updates chats after a batch of messages: latest message, unread count and window. Inbound messages reopen a chat. Returns whether one now waits for a user of its team. */
export async function recordInbound(ctx: Ctx, channel: Channel, messages: NewMessage[]): Promise<{ needsAssignment: boolean }> {
  const byChat = Map.groupBy(messages, ({ chat }) => chat.id);
  const updates = [...byChat].map(([chatId, group]) => chatUpdateOf(channel, chatId, group));
  const given = await givenToTeam(ctx, channel, byChat);
  publishChatUpdates(ctx, channel, await applyChatUpdates(ctx, updates, given.length > 0 ? channel.defaultTeamId : null));
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
  await publishMany(ctx, 'chat.assigned', channel, given.map(chatData));
  await trackMessages(ctx, channel, happenedIn(messages, new Map(given.map((chat) => [chat.id, chat]))));
  return { needsAssignment: [...given, ...reopened].some(isForTeam) };
}

/** Returns what messages mean for promised times. A message that the business wrote in the provider's own app is a reply. */
const happenedIn = (messages: NewMessage[], given: Map<string, ChatSummary>) =>
  messages.map(({ chat, latest }) => {
    const current =
      given.get(chat.id) ?? (latest.sender === 'inbound' ? { ...chat, status: 'open' as const, snoozedUntil: null } : chat);
    return { chat: chatData(current), event: latest.sender === 'inbound' ? ('received' as const) : ('replied' as const) };
  });

/** Returns the chats of nobody that receive a message, as they are with the channel's default team. */
async function givenToTeam(ctx: Ctx, { defaultTeamId }: Channel, byChat: Map<string, NewMessage[]>): Promise<ChatSummary[]> {
  const chats = [...byChat.values()].flatMap((group) => (inbound(group).length > 0 && group[0] ? [group[0].chat] : []));
  const ofNobody = chats.filter(({ assignedUserId, assignedTeamId }) => assignedUserId === null && assignedTeamId === null);
  if (defaultTeamId === null || ofNobody.length === 0) return [];
  if (!(await lockTeams(ctx, [defaultTeamId])).has(defaultTeamId)) return []; // deleted since the channel was read
  return ofNobody.map((chat) => ({ ...chat, status: 'open', snoozedUntil: null, assignedTeamId: defaultTeamId }));
}

const isForTeam = ({ assignedUserId, assignedTeamId }: ChatSummary): boolean =>
  assignedUserId === null && assignedTeamId !== null;

const inbound = (group: NewMessage[]) => group.filter(({ latest }) => latest.sender === 'inbound');
const reopens = (group: NewMessage[]): boolean => inbound(group).length > 0 && group[0]?.chat.status !== 'open';

/** Some providers send whole seconds only: within a second, the order of arrival decides. */
const second = ({ timestamp }: LatestMessage): number => Math.floor(timestamp.getTime() / 1000);

function chatUpdateOf(channel: Channel, chatId: string, group: NewMessage[]): ChatUpdate {
  const newest = group.map(({ latest }) => latest).reduce((a, b) => (second(b) >= second(a) ? b : a));
  const received = inbound(group);
  const opens = received.map(({ latest, opensForHours }) => openUntil(channel, latest.timestamp, opensForHours));
  const longest = opens.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
  return { chatId, latest: newest, unread: received.length, openUntil: longest, ...waitingAfter(group) };
}

/**
 * Returns whether a batch of one chat has an answer, and since when the contact waits behind the last one. Messages of the business are
 * answers; automatic messages of the contact, such as out-of-office replies, expect none.
 */
export function waitingAfter(
  group: Pick<NewMessage, 'latest' | 'isAutomatic'>[],
): Pick<ChatUpdate, 'isAnswered' | 'waitingSince'> {
  const inOrder = group.toSorted((a, b) => second(a.latest) - second(b.latest));
  const lastAnswer = inOrder.findLastIndex(({ latest }) => latest.sender === 'outbound');
  const waiting = inOrder.slice(lastAnswer + 1).find(({ isAutomatic }) => !isAutomatic);
  return { isAnswered: lastAnswer >= 0, waitingSince: waiting?.latest.timestamp ?? null };
}

const unanswered = { unread: 0, openUntil: null, isAnswered: false, waitingSince: null };

/** Sets the latest messages of chats, in the order of their ids (lock order). A message of a campaign is no answer. */
export async function updateLatestMessages(ctx: Ctx, shown: { chatId: string; latest: LatestMessage }[]): Promise<void> {
  await applyChatUpdates(
    ctx,
    shown.toSorted((a, b) => (a.chatId < b.chatId ? -1 : 1)).map((one) => ({ ...one, ...unanswered })),
  );
}

/** Sets the latest message of a chat when the message is accepted, or when it was scheduled and is sent. `isAnswer`: not by an automation. */
export const updateLatestMessage = (
  ctx: Ctx,
  message: LatestMessage & { chatId: string },
  isAnswer: boolean,
): Promise<ChatState[]> => {
  const { chatId, id, vendorId, sender, type, timestamp, text } = message;
  const latest = { id, vendorId, sender, type, timestamp, text };
  return applyChatUpdates(ctx, [{ chatId, latest, ...unanswered, isAnswered: isAnswer }]);
};
