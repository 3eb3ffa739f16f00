import { z } from 'zod';
import { freeObject, id, idInput, time, timeInput } from './shapes.ts';

const text = z.string().min(1);
const Attachment = z.strictObject({
  fileId: id.nullable(),
  mimeType: z.string().nullable(),
  fileName: z.string().nullable(),
  url: z.string().nullable(),
});

/** A whole message, in events and message operations. A chat shows six fields of its latest message. */
export const FullMessage = z
  .strictObject({
    id,
    type: z.string(),
    sender: z.enum(['inbound', 'outbound']),
    sources: z.array(z.string()),
    /** The user whose token sent it; null for integrations, automations, campaigns and contacts. */
    author: z.strictObject({ userId: id, name: z.string().nullable() }).nullable(),
    status: z.enum(['scheduled', 'pending', 'sent', 'delivered', 'read', 'failed', 'deleted']),
    scheduledAt: time.nullable(),
    content: z.strictObject({
      body: z.string().nullable(),
      attachments: z.array(Attachment),
      details: z.record(z.string(), z.unknown()).nullable(),
    }),
    errors: z.array(z.strictObject({ key: z.string(), code: z.string().nullable(), message: z.string() })),
    history: z.array(z.strictObject({ status: z.string(), at: time })),
    vendorId: z.string().nullable(),
    sendState: z.enum(['queued', 'sending', 'accepted', 'failed', 'unknown', 'cancelled']).nullable(),
    timestamp: time,
    isSensitive: z.boolean(),
    isAutomatic: z.boolean(),
    metadata: z.record(z.string(), z.unknown()),
    chat: z.strictObject({ id }),
    handle: z.strictObject({ id, type: z.string(), value: z.string() }),
    contact: z.strictObject({
      id,
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      phoneNumber: z.string().nullable(),
      email: z.string().nullable(),
    }),
    channel: z.strictObject({ id, type: z.string(), name: z.string() }),
  })
  .meta({ id: 'FullMessage' });

const Media = z.union([z.strictObject({ fileId: idInput }), z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2048) })], {
  error: 'Give { "fileId": … } of an uploaded file, or { "url": … } of a public one',
});
const Button = z.strictObject({ id: z.string().min(1).max(256), title: text });
const List = z.strictObject({
  button: z.string().min(1).max(20),
  sections: z
    .array(
      z.strictObject({
        title: z.string().max(24).optional(),
        rows: z
          .array(z.strictObject({ id: z.string().min(1).max(200), title: text, description: z.string().max(72).optional() }))
          .min(1),
      }),
    )
    .min(1)
    .max(10),
});

const subject = z.string().min(1).max(998).optional();
const contents = [
  // The default type is text, so that a first request is short.
  z.strictObject({
    type: z.literal('text').optional(),
    text,
    subject,
    html: z.string().max(1_000_000).optional(),
    attachments: z.array(Media).max(10).optional(),
  }),
  z.strictObject({ type: z.enum(['image', 'video', 'audio', 'document']), media: Media, text: text.optional(), subject }),
  z.strictObject({
    type: z.literal('location'),
    location: z.strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      name: z.string().max(1000).optional(),
      address: z.string().max(1000).optional(),
    }),
  }),
  z.strictObject({
    type: z.literal('reaction'),
    reaction: z.strictObject({ messageId: idInput, emoji: z.string().min(1).max(16).nullable() }),
  }),
  z.strictObject({
    type: z.literal('interactive'),
    text,
    header: z.string().min(1).max(60).optional(),
    footer: z.string().min(1).max(60).optional(),
    buttons: z.array(Button).min(1).max(13).optional(),
    list: List.optional(),
  }),
  z.strictObject({
    type: z.literal('template'),
    template: z.strictObject({ id: idInput, variables: z.record(z.string(), z.string()).default({}), media: Media.optional() }),
  }),
] as const;

const aside = {
  scheduledAt: timeInput.optional(),
  metadata: freeObject.optional(),
  /** The message that this one replies to. */
  replyTo: idInput.optional(),
  /** The purpose. Default: service for a reply; on SMS and email, marketing for everything else. */
  purpose: z.enum(['marketing', 'utility', 'service']).optional(),
  /** The latest message of the chat that the sender has seen, null for none. With a newer one the message is refused. */
  ifLatestMessageId: idInput.nullable().optional(),
};
const recipient = { contactId: idInput, channelId: idInput, handleId: idInput.optional() };

const [Text, File, Location, Reaction, Interactive, Template] = contents;
const kinds = 'One of text, image, video, audio, document, location, reaction, interactive, template';
const options = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z.discriminatedUnion(
    'type',
    [
      Text.extend(extra),
      File.extend(extra),
      Location.extend(extra),
      Reaction.extend(extra),
      Interactive.extend(extra),
      Template.extend(extra),
    ],
    { error: kinds },
  );

export const MessageCreate = options(aside);
/** The content of a campaign: a message without a chat. */
export const CampaignContent = options({});
export const MessageToContact = options({ ...aside, ...recipient });
