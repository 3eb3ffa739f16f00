import { z } from 'zod';
import { list, longText, maybe, metaId, shortText } from '../meta.ts';

/** Schemas of WhatsApp's callbacks. An invalid part counts as missing; the other parts are used. */
export const Callback = z.object({ object: z.literal('whatsapp_business_account'), entry: z.array(z.unknown()) });
export const Entry = z.object({ id: metaId, changes: z.array(z.unknown()) });
export const Change = z.object({ field: z.string(), value: z.looseObject({}) });

/** What belongs to one phone number. */
export const Value = z.object({
  metadata: maybe(z.object({ phone_number_id: metaId })),
  contacts: list,
  messages: list,
  statuses: list,
  errors: list,
  message_echoes: list,
  user_preferences: list,
  user_id_update: list,
  calls: list,
});
export type Value = z.infer<typeof Value>;

export const Contact = z.object({
  wa_id: maybe(metaId),
  user_id: maybe(metaId),
  parent_user_id: maybe(metaId),
  profile: maybe(z.object({ name: maybe(shortText), username: maybe(shortText) })),
});
export type Contact = z.infer<typeof Contact>;

const Media = z.object({
  id: metaId,
  mime_type: maybe(shortText),
  caption: maybe(longText),
  filename: maybe(shortText),
  voice: maybe(z.boolean()),
  animated: maybe(z.boolean()),
});
export type Media = z.infer<typeof Media>;

const Reply = z.object({ id: maybe(shortText), title: maybe(shortText), description: maybe(shortText) });

const bodies = {
  text: maybe(z.object({ body: longText })),
  image: maybe(Media),
  video: maybe(Media),
  audio: maybe(Media),
  document: maybe(Media),
  sticker: maybe(Media),
  location: maybe(
    z.object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      name: maybe(shortText),
      address: maybe(shortText),
      url: maybe(shortText),
    }),
  ),
  contacts: list,
  interactive: maybe(
    z.object({
      type: z.string(),
      button_reply: maybe(Reply),
      list_reply: maybe(Reply),
      nfm_reply: maybe(z.object({ name: maybe(shortText), body: maybe(longText), response_json: maybe(longText) })),
    }),
  ),
  button: maybe(z.object({ text: maybe(shortText), payload: maybe(shortText) })),
  reaction: maybe(z.object({ message_id: metaId, emoji: maybe(shortText) })),
  order: maybe(z.object({ catalog_id: maybe(metaId), text: maybe(longText), product_items: list })),
};

/** The content of a message; an edit has the same fields. */
export const Said = z.object({
  ...bodies,
  type: z.string(),
  context: maybe(z.object({ id: maybe(metaId), forwarded: maybe(z.boolean()), frequently_forwarded: maybe(z.boolean()) })),
  referral: maybe(
    z
      .object({
        source_type: maybe(shortText),
        source_id: maybe(metaId),
        source_url: maybe(shortText),
        headline: maybe(shortText),
        body: maybe(longText),
        ctwa_clid: maybe(shortText),
        media_type: maybe(shortText),
        image_url: maybe(shortText),
        video_url: maybe(shortText),
        thumbnail_url: maybe(shortText),
      })
      .transform((referral) => ({
        sourceType: referral.source_type,
        sourceId: referral.source_id,
        sourceUrl: referral.source_url,
        clickId: referral.ctwa_clid,
        headline: referral.headline,
        body: referral.body,
        mediaType: referral.media_type,
        imageUrl: referral.image_url,
        videoUrl: referral.video_url,
        thumbnailUrl: referral.thumbnail_url,
      })),
  ),
  errors: list,
});
export type Said = z.infer<typeof Said>;

const seconds = z.union([
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
  z.number().nonnegative(),
]);

export const Message = Said.extend({
  id: metaId,
  timestamp: seconds,
  from: maybe(metaId),
  from_user_id: maybe(metaId),
  from_parent_user_id: maybe(metaId),
  to: maybe(metaId),
  to_user_id: maybe(metaId),
  to_parent_user_id: maybe(metaId),
  group_id: maybe(metaId),
  edit: maybe(z.object({ original_message_id: metaId, message: Said })),
  revoke: maybe(z.object({ original_message_id: metaId })),
  system: maybe(
    z.object({
      type: maybe(z.string()),
      wa_id: maybe(metaId),
      new_wa_id: maybe(metaId),
      user_id: maybe(metaId),
      previous_user_id: maybe(metaId),
    }),
  ),
});
export type Message = z.infer<typeof Message>;

/** A call. `event` is `connect` at its start and `terminate` at its end. */
export const Call = z.object({
  id: metaId,
  from: maybe(metaId),
  from_user_id: maybe(metaId),
  from_parent_user_id: maybe(metaId),
  event: maybe(shortText),
  direction: maybe(shortText),
  timestamp: seconds,
});

/** The price of a message, in its statuses. */
const Pricing = z
  .object({
    billable: z.boolean(),
    pricing_model: maybe(shortText),
    category: maybe(shortText),
    type: maybe(shortText),
  })
  .transform(({ billable, pricing_model: model = null, category = null, type = null }) => ({ billable, model, category, type }));

export const Status = z.object({
  id: metaId,
  status: z.string(),
  timestamp: seconds,
  recipient_id: maybe(metaId),
  recipient_user_id: maybe(metaId),
  biz_opaque_callback_data: maybe(shortText),
  pricing: maybe(Pricing),
  errors: list,
});

export const Preference = z.object({
  wa_id: maybe(metaId),
  user_id: maybe(metaId),
  category: z.string(),
  value: z.enum(['stop', 'resume']),
  timestamp: seconds,
});

export const UserIdUpdate = z.object({ user_id: z.object({ previous: metaId, current: metaId }) });

const template = {
  message_template_id: metaId,
  message_template_name: z.string().min(1).max(512),
  message_template_language: z.string().min(1).max(20),
};

export const CategoryUpdate = z.object({ ...template, new_category: maybe(shortText) });
export const QualityUpdate = z.object({ ...template, new_quality_score: maybe(shortText) });
export const TemplateUpdate = z.object({
  ...template,
  event: z.string(),
  reason: maybe(shortText),
  rejection_info: maybe(z.object({ reason: maybe(shortText), recommendation: maybe(shortText) })),
  other_info: maybe(z.object({ title: maybe(shortText), description: maybe(shortText) })),
});

export const AccountUpdate = z.object({
  event: z.string(),
  ban_info: maybe(z.object({ waba_ban_state: maybe(shortText) })),
  violation_info: maybe(z.object({ violation_type: maybe(shortText) })),
});
