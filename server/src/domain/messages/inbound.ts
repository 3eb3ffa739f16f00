import { cutText } from '../../platform/cut-text.ts';
import type { Origin } from '../../platform/tracing.ts';
import { enqueueMany } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { publishMany } from '../../registry/publish.ts';
import { type Ctx, idFor } from '../../storage/context.ts';
import { type Channel, channelDefinitions } from '../channels/index.ts';
import { type ChatSummary, lockOrCreateChats, recordInbound } from '../chats/index.ts';
import { statementsOf } from '../consents/index.ts';
import { type ResolvedContact, recordStatements, resolveContacts } from '../contacts/index.ts';
import { reserveFile } from '../files/index.ts';
import { requestAssignment } from '../users/index.ts';
import { CONTENT_LIMITS } from './content-limits.ts';
import type { Address, Inbound, InboundContent } from './message.ts';
import { type Attachment, type Message, messageData } from './message-data.ts';
import { claimVendorIds, insertMessages } from './messages.store.ts';
import { indexMessages } from './search-index.store.ts';

/** A message from the contact, or written by the business in the provider's own app. */
export type NewInbound = Pick<
  Extract<Inbound, { kind: 'message' }>,
  'origin' | 'vendorId' | 'at' | 'name' | 'content' | 'isAutomatic' | 'preference' | 'opensForHours'
> & {
  sender: 'inbound' | 'outbound';
  people: [Address, ...Address[]];
};

/** Stores the new messages of a batch with their contacts, chats, files and events, in a fixed number of statements. */
export async function storeInbound(ctx: Ctx, channel: Channel, inbound: NewInbound[]): Promise<void> {
  const fresh = await withoutKnown(ctx, channel, inbound);
  if (fresh.length === 0) return;
  const people = await resolveContacts(
    ctx,
    fresh.map(({ one }) => ({ addresses: one.people, name: one.name })),
    channelDefinitions[channel.type].reaches,
  );
  const partners = people.map(({ handle, contact }) => ({ handleId: handle.id, contactId: contact.id }));
  const chats = await lockOrCreateChats(ctx, channel, partners);
  await requestProfiles(ctx, channel, fresh, people, chats);
  const messages: Message[] = [];
  for (const [i, { id, one }] of fresh.entries()) {
    const person = people[i] as ResolvedContact;
    messages.push(await toMessage(ctx, channel, id, one, person, chats.get(person.handle.id) as ChatSummary));
  }
  const origins = new Map(fresh.map(({ id, one }) => [id, one.origin]));
  await insertMessages(
    ctx,
    messages.map((message) => ({ ...message, origin: origins.get(message.id) })),
  );
  indexMessages(ctx, channel.id, messages);
  const { needsAssignment } = await recordInbound(
    ctx,
    channel,
    messages.map((message, i) => ({
      chat: chats.get(message.handle.id) as ChatSummary,
      latest: latestOf(message),
      isAutomatic: message.content.isAutomatic ?? false,
      opensForHours: fresh[i]?.one.opensForHours,
    })),
  );
  await publishInbound(ctx, channel, messages, origins);
  await recordKeywords(ctx, channel, fresh, people);
  if (needsAssignment) await requestAssignment(ctx);
}

type Fresh = { id: string; one: NewInbound };

/** Returns the first message of each vendor id that is not stored yet. */
async function withoutKnown(ctx: Ctx, channel: Channel, inbound: NewInbound[]): Promise<Fresh[]> {
  const distinct = [...new Map(inbound.toReversed().map((one) => [one.vendorId, one] as const)).values()].toReversed();
  const named = distinct.map((one) => ({ id: idFor(ctx), one }));
  const claimed = await claimVendorIds(
    ctx,
    channel.id,
    named.map(({ id, one }) => ({ vendorId: one.vendorId, messageId: id })),
  );
  return named.filter(({ one }) => claimed.has(one.vendorId));
}

/**
 * Requests profiles on channels that send no names: when a contact without a name writes for the first time, or again after the
 * window has closed.
 */
async function requestProfiles(
  ctx: Ctx,
  channel: Channel,
  fresh: Fresh[],
  people: ResolvedContact[],
  chats: Map<string, ChatSummary>,
): Promise<void> {
  if (!channelDefinitions[channel.type].namesOnRequest) return;
  const handleIds = new Set<string>();
  for (const [i, { one }] of fresh.entries()) {
    const { handle, contact } = people[i] as ResolvedContact;
    const openUntil = chats.get(handle.id)?.openUntil ?? null;
    const isOpening = openUntil === null || openUntil <= ctx.clock.now();
    if (one.sender === 'inbound' && isOpening && contact.firstName === null && contact.lastName === null)
      handleIds.add(handle.id);
  }
  const work = [...handleIds].map((handleId) => ({ input: { channelId: channel.id, handleId }, concurrencyKey: channel.id }));
  await enqueueMany(ctx, jobs.fetchProfile, work);
}

async function toMessage(
  ctx: Ctx,
  channel: Channel,
  id: string,
  one: NewInbound,
  person: ResolvedContact,
  chat: ChatSummary,
): Promise<Message> {
  const status = one.sender === 'inbound' ? 'delivered' : 'sent';
  const { details, replyTo } = one.content;
  const attachments = await reserveMedia(ctx, channel, id, one.content);
  return {
    id,
    chatId: chat.id,
    type: one.content.type,
    sender: one.sender,
    sources: one.sender === 'inbound' ? ['contact'] : ['echo'],
    author: null,
    status,
    sendState: null,
    text: one.content.text === null ? null : cutText(one.content.text, CONTENT_LIMITS.textBytes),
    content: { attachments, details, replyTo, ...(one.isAutomatic && { isAutomatic: true }) },
    errors: [],
    history: [{ status, at: one.at.toISOString() }],
    vendorId: one.vendorId,
    scheduledAt: null,
    timestamp: one.at,
    isSensitive: chat.isSensitive,
    metadata: {},
    handle: person.handle,
    contact: person.contact,
    channel,
  };
}

type Wanted = { fileId: string; ref: Record<string, string> };

/** Reserves a file for each attachment. Jobs fetch the bytes soon, because providers delete them. */
async function reserveMedia(ctx: Ctx, channel: Channel, messageId: string, { media }: InboundContent): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  const wanted: Wanted[] = [];
  for (const { mimeType, fileName, source } of media) {
    const file = await reserveFile(ctx, {
      name: fileName ?? 'attachment',
      mimeType: mimeType ?? 'application/octet-stream',
      source: 'inbound',
    });
    wanted.push({ fileId: file.id, ref: 'ref' in source ? source.ref : {} });
    attachments.push({ fileId: file.id, mimeType, fileName, url: null });
  }
  const work = groupForJobs(wanted).map((input) => ({
    input: { channelId: channel.id, messageId, ...input },
    concurrencyKey: channel.id,
  }));
  if (work.length > 0) await enqueueMany(ctx, jobs.fetchMedia, work);
  return attachments;
}

/** Removes the fields that all files of one callback share. */
function withOwnRef({ fileId, ref }: Wanted): Wanted {
  const own = Object.entries(ref).filter(([name]) => name !== 'payloadId' && name !== 'vendorId');
  return { fileId, ref: Object.fromEntries(own) };
}

/** Groups files for jobs: those inside one callback share a job, which reads the callback once; others get one each. */
function groupForJobs(wanted: Wanted[]): (Wanted & { more?: Wanted[] })[] {
  const [first, ...more] = wanted.filter(({ ref }) => ref.payloadId !== undefined);
  const apart = wanted.filter(({ ref }) => ref.payloadId === undefined);
  if (!first) return apart;
  return [...apart, more.length > 0 ? { ...first, more: more.map(withOwnRef) } : first];
}

const latestOf = ({ id, vendorId, sender, type, timestamp, text }: Message) => ({ id, vendorId, sender, type, timestamp, text });

async function publishInbound(
  ctx: Ctx,
  channel: Channel,
  messages: Message[],
  origins: Map<string, Origin | undefined>,
): Promise<void> {
  const publishThose = (type: 'message.received' | 'message.sent', those: Message[]) =>
    publishMany(
      ctx,
      type,
      channel,
      those.map((one) => messageData(one)),
      those.map(({ id }) => origins.get(id)),
    );
  await publishThose(
    'message.received',
    messages.filter(({ sender }) => sender === 'inbound'),
  );
  await publishThose(
    'message.sent',
    messages.filter(({ sender }) => sender === 'outbound'),
  );
}

/** Records STOP and START keywords. Of several by one contact, the last counts. */
async function recordKeywords(ctx: Ctx, channel: Channel, fresh: Fresh[], people: ResolvedContact[]): Promise<void> {
  const last = new Map<string, Fresh>();
  for (const [i, one] of fresh.entries()) if (one.one.preference) last.set((people[i] as ResolvedContact).handle.id, one);
  const statements = [...last].flatMap(([handleId, { id, one }]) =>
    statementsOf(channel, {
      handleId,
      isStop: one.preference === 'stop',
      source: 'keyword',
      at: ctx.clock.now(), // not before the message was stored
      evidence: { messageId: id, vendorId: one.vendorId },
    }),
  );
  if (statements.length > 0) await recordStatements(ctx, statements);
}
