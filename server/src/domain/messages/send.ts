import { jobs } from '../../catalogue/jobs.ts';
import { publish } from '../../catalogue/publish.ts';
import { enqueue } from '../../engine/enqueue.ts';
import { endJobs } from '../../engine/jobs.store.ts';
import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type Channel, findChannel, getChannel } from '../channels/index.ts';
import { type Chat, chatsWith, chooseHandle, getChat, showLatest } from '../chats/index.ts';
import { findContact } from '../contacts/index.ts';
import { findFile } from '../files/index.ts';
import { fillTemplate, findTemplate, requireMedia, requireSendable } from '../templates/index.ts';
import { isOutsideWindow } from './before-send.ts';
import type { OutgoingMedia } from './message.ts';
import type { Attachment, Message, StoredContent } from './message-data.ts';
import { messageData } from './message-data.ts';
import { insertMessages, lockMessages, selectMessage, updateTracks } from './messages.store.ts';
import { checkContent, type MediaInput, type NewContent } from './new-message.ts';
import { advance } from './status.ts';

export type SendRequest = {
  content: NewContent;
  scheduledAt?: Date | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** The message this one answers. */
  replyTo?: string | undefined;
  /** Who wrote it: the API, an automation, a campaign. */
  source?: 'api' | 'automation' | 'campaign' | undefined;
};

/** Takes a message to be sent in a chat. What cannot be sent is refused here, not after it appeared to be sent. */
export const sendInChat = (ctx: Ctx, chatId: string, request: SendRequest): Promise<Message> =>
  inTransaction(ctx, async (ctx) => {
    const chat = await getChat(ctx, chatId);
    return accept(ctx, chat, await getChannel(ctx, chat.channelId), request);
  });

export type Recipient = { contactId: string; channelId: string; handleId?: string | undefined };

/** The same to a contact on a channel: in their chat there, which is opened if there is none. */
export const sendToContact = (ctx: Ctx, to: Recipient, request: SendRequest): Promise<Message> =>
  inTransaction(ctx, async (ctx) => {
    const contact = found(await findContact(ctx, to.contactId), 'contact_not_found');
    const channel = await findChannel(ctx, to.channelId);
    if (!channel) throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
    const handle = chooseHandle(contact, channel, to.handleId);
    const chats = await chatsWith(ctx, channel, [{ handleId: handle.id, contactId: contact.id }]);
    return accept(ctx, await getChat(ctx, chats.get(handle.id)?.id ?? ''), channel, request);
  });

async function accept(ctx: Ctx, chat: Chat, channel: Channel, request: SendRequest): Promise<Message> {
  const { content, metadata = {}, source = 'api' } = request;
  checkContent(channel.type, content);
  const now = ctx.clock.now();
  const scheduledAt = request.scheduledAt && request.scheduledAt > now ? request.scheduledAt : null;
  refuseUnsendable(chat, channel, content, scheduledAt, now);
  const stored = await toStored(ctx, chat, request);
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
      text: await textOf(ctx, channel, content, stored),
      content: stored,
      sources: [source],
      metadata,
      history: [{ status, at: now.toISOString() }],
      sendState: 'queued',
      scheduledAt,
      timestamp: scheduledAt ?? now,
    },
  ]);
  const message = (await selectMessage(ctx, id)) as Message;
  if (scheduledAt) await enqueue(ctx, jobs.releaseMessage, { messageId: id, chatId: chat.id }, { at: scheduledAt });
  else await Promise.all([enqueue(ctx, jobs.sendMessage, {}, { id, lane: chat.id }), showLatest(ctx, message)]);
  return message;
}

/** Who asks learns it now: after the answer there would only be a failed message. */
function refuseUnsendable(chat: Chat, channel: Channel, content: NewContent, scheduledAt: Date | null, now: Date): void {
  if (Object.keys(channel.settings).length === 0)
    throw new Failure('conflict', { message: 'This channel is not connected: give it the settings of its provider first' });
  if (channel.status !== 'active')
    throw new Failure('conflict', {
      message: `This channel is ${channel.status}${channel.statusReason ? `: ${channel.statusReason}` : ''}`,
    });
  if (!chat.contact.isSubscribed) throw new Failure('contact_unsubscribed');
  if (scheduledAt === null && isOutsideWindow({ type: content.type, openUntil: chat.openUntil, channel }, now))
    throw new Failure('outside_messaging_window');
}

async function textOf(
  ctx: Ctx,
  channel: Channel,
  content: NewContent,
  { attachments = [] }: StoredContent,
): Promise<string | null> {
  if (content.type !== 'template') return 'text' in content ? (content.text ?? null) : null;
  const template = await findTemplate(ctx, content.template.id);
  if (!template || template.channelId !== channel.id)
    throw invalidParam('template.id', 'not_found', 'There is no template with this id on this channel');
  requireSendable(template);
  const [file] = attachments;
  requireMedia(template, file);
  return fillTemplate(template, content.template.variables, file && promised(file)).rendered.text;
}

/** Enough of a file to see that the template can be filled; its bytes are nobody's business yet. */
const promised = ({ url, mimeType, fileName }: Attachment): OutgoingMedia => ({
  url: url ?? '',
  mimeType: mimeType ?? 'application/octet-stream',
  fileName: fileName ?? 'file',
  open: () => Promise.reject(new Error('it is opened when it is sent')),
});

/** What is needed to send it later, in ids; looked up again when it is sent. */
async function toStored(ctx: Ctx, chat: Chat, { content, replyTo }: SendRequest): Promise<StoredContent> {
  const media = mediaOf(content);
  const attachments: Attachment[] = [];
  for (const [path, one] of media) attachments.push(await toAttachment(ctx, path, one));
  return {
    attachments,
    details: await detailsOf(ctx, chat, content),
    replyTo: replyTo ? await vendorIdOf(ctx, chat, 'replyTo', replyTo) : null,
  };
}

function mediaOf(content: NewContent): [path: string, media: MediaInput][] {
  if (content.type === 'text') return (content.attachments ?? []).map((media, i) => [`attachments.${i}`, media]);
  if (content.type === 'template') return content.template.media ? [['template.media', content.template.media]] : [];
  return 'media' in content ? [['media', content.media]] : [];
}

async function toAttachment(ctx: Ctx, path: string, media: MediaInput): Promise<Attachment> {
  if ('url' in media) return { fileId: null, url: media.url, mimeType: null, fileName: null };
  const file = await findFile(ctx, media.fileId);
  if (file?.status !== 'ready')
    throw invalidParam(`${path}.fileId`, 'not_found', 'There is no file with this id, or its bytes have not arrived');
  return { fileId: file.id, url: null, mimeType: file.mimeType, fileName: file.name };
}

async function detailsOf(ctx: Ctx, chat: Chat, content: NewContent): Promise<Record<string, unknown> | null> {
  switch (content.type) {
    case 'location':
      return { ...content.location };
    case 'reaction':
      return {
        vendorId: await vendorIdOf(ctx, chat, 'reaction.messageId', content.reaction.messageId),
        emoji: content.reaction.emoji,
      };
    case 'interactive': {
      const { header = null, footer = null, buttons, list } = content;
      return { header, footer, ...(buttons ? { buttons } : { list }) };
    }
    case 'template':
      return { templateId: content.template.id, variables: content.template.variables };
    default:
      return content.subject !== undefined || ('html' in content && content.html !== undefined)
        ? { subject: content.subject ?? null, html: 'html' in content ? (content.html ?? null) : null }
        : null;
  }
}

async function vendorIdOf(ctx: Ctx, chat: Chat, path: string, messageId: string): Promise<string> {
  const message = isId(messageId) ? await selectMessage(ctx, messageId) : undefined;
  if (!message?.vendorId || message.chatId !== chat.id)
    throw invalidParam(path, 'not_found', 'There is no message with this id in this chat that the provider knows');
  return message.vendorId;
}

/** The time of a scheduled message has come: it goes into the queue of its chat. A cancelled one stays where it is. */
export async function releaseMessage(ctx: Ctx, { messageId, chatId }: { messageId: string; chatId: string }): Promise<void> {
  const message = await selectMessage(ctx, messageId);
  if (message?.status !== 'scheduled') return;
  await showLatest(ctx, message);
  const [locked] = await lockMessages(ctx, message.channel.id, [messageId]);
  if (locked?.status !== 'scheduled') return;
  await updateTracks(ctx, [{ ...locked, ...advance(locked, { status: 'pending', at: ctx.clock.now() }) }]);
  await enqueue(ctx, jobs.sendMessage, {}, { id: messageId, lane: chatId });
}

/** Takes back a message whose time has not come. */
export const cancelMessage = (ctx: Ctx, id: string): Promise<Message> =>
  inTransaction(ctx, async (ctx) => {
    const message = found(isId(id) ? await selectMessage(ctx, id) : undefined, 'message_not_found');
    const [locked] = await lockMessages(ctx, message.channel.id, [message.id]);
    if (locked?.status !== 'scheduled')
      throw new Failure('conflict', { message: `Only a scheduled message can be cancelled; this one is ${message.status}` });
    await updateTracks(ctx, [
      { ...locked, ...advance(locked, { status: 'deleted', at: ctx.clock.now() }), sendState: 'cancelled' },
    ]);
    await endJobs(ctx, [message.id]);
    const cancelled = (await selectMessage(ctx, id)) as Message;
    await publish(ctx, 'message.updated', message.channel, messageData(cancelled));
    return cancelled;
  });
