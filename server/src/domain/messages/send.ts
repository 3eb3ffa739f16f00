import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { publish, publishToFeed } from '../../registry/publish.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type Channel, findChannel, getChannel } from '../channels/index.ts';
import {
  type Chat,
  chooseHandle,
  getChat,
  lockOrCreateChats,
  publishChatUpdates,
  recordReply,
  updateLatestMessage,
} from '../chats/index.ts';
import {
  decideConsent,
  declaredPurpose,
  type MessageKind,
  type Purpose,
  type Question,
  refusalMessage,
  selectConsentInChat,
} from '../consents/index.ts';
import { findContact } from '../contacts/index.ts';
import { isDirectSend, isOutsideWindow } from './before-send.ts';
import { draftOf, fillDraft, kindOf } from './draft.ts';
import type { Message, StoredContent } from './message-data.ts';
import { messageData } from './message-data.ts';
import { insertMessages, lockMessages, selectMessage, updateMessages } from './messages.store.ts';
import { checkContent, type NewContent } from './new-message.ts';
import { indexMessages } from './search-index.store.ts';
import { advance } from './status.ts';
import { requireUnchanged } from './unchanged.ts';

export type SendRequest = {
  content: NewContent;
  scheduledAt?: Date | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** The message this one replies to. */
  replyTo?: string | undefined;
  /** The declared purpose. A template has its category instead. */
  purpose?: Purpose | undefined;
  /** The latest message that the sender has seen, null for none. With a newer one the message is refused. */
  ifLatestMessageId?: string | null | undefined;
  /** What sends the message, and the user whose token it is. */
  authorUserId?: string | null | undefined;
  source?: 'api' | 'automation' | 'campaign' | undefined;
};

/** Accepts a message for a chat. Refuses now what cannot be sent. */
export const sendInChat = (ctx: Ctx, chatId: string, request: SendRequest): Promise<Message> =>
  inTransaction(ctx, async (ctx) => {
    const chat = await getChat(ctx, chatId);
    return accept(ctx, chat, await getChannel(ctx, chat.channelId), request);
  });

export type Recipient = { contactId: string; channelId: string; handleId?: string | undefined };

/** Accepts a message for a contact on a channel. Creates the chat if there is none. */
export const sendToContact = (ctx: Ctx, to: Recipient, request: SendRequest): Promise<Message> =>
  inTransaction(ctx, async (ctx) => {
    const contact = found(await findContact(ctx, to.contactId), 'contact_not_found');
    const channel = await findChannel(ctx, to.channelId);
    if (!channel) throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
    const handle = chooseHandle(contact, channel, to.handleId);
    const chats = await lockOrCreateChats(ctx, channel, [{ handleId: handle.id, contactId: contact.id }]);
    return accept(ctx, await getChat(ctx, chats.get(handle.id)?.id ?? ''), channel, request);
  });

async function accept(ctx: Ctx, chat: Chat, channel: Channel, request: SendRequest): Promise<Message> {
  const { content, metadata = {}, source = 'api', authorUserId = null } = request;
  checkContent(channel.type, content);
  const notBefore = await requireUnchanged(ctx, chat.id, request.ifLatestMessageId);
  const now = ctx.clock.now();
  const scheduledAt = request.scheduledAt && request.scheduledAt > now ? request.scheduledAt : null;
  refuseUnsendable(channel);
  if (scheduledAt === null) refuseOutsideWindow(chat, channel, request, now);
  const draft = await draftOf(ctx, channel, content, { wasAccepted: source !== 'api' });
  if (draft.template && request.purpose)
    throw invalidParam('purpose', 'custom', 'The category of a template says what it is for; leave purpose out');
  const kind = kindOf(draft, source, request.purpose);
  refuseUnwanted(channel, kind, await selectConsentInChat(ctx, chat.id));
  const filled = fillDraft(draft, content, kind);
  const stored = { ...filled.content, ...(await inChat(ctx, chat, request)) };
  const id = idFor(ctx);
  const status = scheduledAt ? 'scheduled' : 'pending';
  await insertMessages(ctx, [
    {
      id,
      chatId: chat.id,
      vendorId: null,
      sender: 'outbound',
      type: content.type,
      status,
      text: filled.text,
      content: stored,
      sources: [source],
      authorUserId,
      metadata,
      history: [{ status, at: now.toISOString() }],
      sendState: 'queued',
      scheduledAt,
      timestamp: scheduledAt ?? (notBefore && notBefore > now ? notBefore : now),
    },
  ]);
  indexMessages(ctx, channel.id, [{ id, sender: 'outbound', text: filled.text, content: stored }]);
  const message = (await selectMessage(ctx, id)) as Message;
  publishToFeed(ctx, 'message.created', channel, [messageData(message)]);
  if (scheduledAt) await enqueue(ctx, jobs.releaseMessage, { messageId: id, chatId: chat.id }, { at: scheduledAt });
  else await Promise.all([enqueue(ctx, jobs.sendMessage, {}, { id, concurrencyKey: chat.id }), becomeLatest(ctx, message)]);
  if (!scheduledAt && isByPerson(message)) await recordReply(ctx, channel, chat);
  return message;
}

/** Makes a message the latest of its chat. One that no automation wrote answers the contact. */
async function becomeLatest(ctx: Ctx, message: Message): Promise<void> {
  const isAnswer = !message.sources.includes('automation');
  publishChatUpdates(ctx, message.channel, await updateLatestMessage(ctx, message, isAnswer));
}

/** Automations and campaigns do not answer for a person. */
const isByPerson = ({ sources }: Message): boolean => sources.includes('api');

/** Refuses in the request what would otherwise become a failed message. */
function refuseUnsendable(channel: Channel): void {
  if (Object.keys(channel.settings).length === 0)
    throw new Failure('conflict', { message: 'This channel is not connected: give it the settings of its provider first' });
  if (channel.status !== 'active')
    throw new Failure('conflict', {
      message: `This channel is ${channel.status}${channel.statusReason ? `: ${channel.statusReason}` : ''}`,
    });
}

function refuseOutsideWindow({ openUntil }: Chat, channel: Channel, { content, purpose }: SendRequest, now: Date): void {
  const { type } = content;
  if (isOutsideWindow({ type, openUntil, channel }, now) && !isDirectSend({ type, purpose: purpose ?? null, channel }))
    throw new Failure('outside_messaging_window');
}

/** Refuses a message without consent. Consent is checked again when the message is sent. */
function refuseUnwanted(channel: Channel, kind: MessageKind, consent: Pick<Question, 'current' | 'lastInboundAt'>): void {
  const verdict = decideConsent({ channelType: channel.type, purpose: declaredPurpose(kind), ...consent });
  if (!verdict.allowed) throw new Failure('contact_unsubscribed', { message: refusalMessage(verdict) });
}

/** Returns the references to messages of this chat: the one replied to, or the one a reaction is for. */
async function inChat(ctx: Ctx, chat: Chat, { content, replyTo }: SendRequest): Promise<Partial<StoredContent>> {
  const reply = replyTo === undefined ? {} : { replyTo: await vendorIdOf(ctx, chat, 'replyTo', replyTo) };
  if (content.type !== 'reaction') return reply;
  const { messageId, emoji } = content.reaction;
  return { ...reply, details: { vendorId: await vendorIdOf(ctx, chat, 'reaction.messageId', messageId), emoji } };
}

async function vendorIdOf(ctx: Ctx, chat: Chat, path: string, messageId: string): Promise<string> {
  const message = isId(messageId) ? await selectMessage(ctx, messageId) : undefined;
  if (!message?.vendorId || message.chatId !== chat.id)
    throw invalidParam(path, 'not_found', 'There is no message with this id in this chat that the provider knows');
  return message.vendorId;
}

/** Enqueues a scheduled message that is due. Does nothing if it was cancelled. */
export async function releaseMessage(ctx: Ctx, { messageId, chatId }: { messageId: string; chatId: string }): Promise<void> {
  const message = await selectMessage(ctx, messageId);
  if (message?.status !== 'scheduled') return;
  await becomeLatest(ctx, message);
  if (isByPerson(message)) await recordReply(ctx, message.channel, await getChat(ctx, chatId));
  const [locked] = await lockMessages(ctx, message.channel.id, [messageId]);
  if (locked?.status !== 'scheduled') return;
  await updateMessages(ctx, [{ ...locked, ...advance(locked, { status: 'pending', at: ctx.clock.now() }) }]);
  await enqueue(ctx, jobs.sendMessage, {}, { id: messageId, concurrencyKey: chatId });
}

/** Cancels a scheduled message. */
export const cancelMessage = (ctx: Ctx, id: string): Promise<Message> =>
  inTransaction(ctx, async (ctx) => {
    const message = found(isId(id) ? await selectMessage(ctx, id) : undefined, 'message_not_found');
    const [locked] = await lockMessages(ctx, message.channel.id, [message.id]);
    if (locked?.status !== 'scheduled')
      throw new Failure('conflict', { message: `Only a scheduled message can be cancelled; this one is ${message.status}` });
    await updateMessages(ctx, [
      { ...locked, ...advance(locked, { status: 'deleted', at: ctx.clock.now() }), sendState: 'cancelled' },
    ]);
    const cancelled = (await selectMessage(ctx, id)) as Message;
    await publish(ctx, 'message.updated', message.channel, messageData(cancelled));
    return cancelled;
  });
