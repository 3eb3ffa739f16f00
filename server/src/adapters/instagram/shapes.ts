import { z } from 'zod';
import { list, longText, maybe, metaId, shortText } from '../meta.ts';

/** Schemas of Instagram's callbacks. An invalid part counts as missing; the other parts are used. */
export const Callback = z.object({ object: z.literal('instagram'), entry: z.array(z.unknown()) });
export const Entry = z.object({ id: metaId, messaging: list, standby: list, changes: list });
export const Change = z.object({ field: z.string(), value: z.unknown().optional() });

/** URLs of files expire: they are downloaded at once and not stored in the message. */
const Story = z.object({ id: metaId });

export const Message = z.object({
  mid: metaId,
  text: maybe(longText),
  attachments: list,
  is_echo: maybe(z.boolean()),
  is_deleted: maybe(z.boolean()),
  is_unsupported: maybe(z.boolean()),
  quick_reply: maybe(z.object({ payload: maybe(shortText) })),
  reply_to: maybe(z.object({ mid: maybe(metaId), story: maybe(Story) })),
  referral: maybe(
    z
      .object({ ref: maybe(shortText), ad_id: maybe(metaId), source: maybe(shortText), type: maybe(shortText) })
      .transform(({ ad_id: adId, ...referral }) => ({ ...referral, adId })),
  ),
});
export type Message = z.infer<typeof Message>;

export const Attachment = z.object({
  type: z.string(),
  payload: maybe(z.object({ url: maybe(longText), title: maybe(shortText) })),
});
export type Attachment = z.infer<typeof Attachment>;

/** Milliseconds, or seconds, sometimes as text. */
const instant = z
  .union([
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
    z.number().nonnegative(),
  ])
  .transform((time) => (time < 100_000_000_000 ? time * 1000 : time));

export const Item = z.object({
  sender: z.object({ id: metaId }),
  recipient: z.object({ id: metaId }),
  timestamp: instant,
  message: z.unknown().optional(),
  reaction: maybe(z.object({ mid: metaId, action: maybe(z.string()), reaction: maybe(shortText), emoji: maybe(shortText) })),
  postback: maybe(z.object({ mid: maybe(metaId), title: maybe(shortText), payload: maybe(shortText) })),
  read: maybe(z.object({ mid: maybe(metaId) })),
  message_edit: maybe(z.object({ mid: metaId, text: maybe(longText), num_edit: maybe(z.number().int()) })),
});
export type Item = z.infer<typeof Item>;
