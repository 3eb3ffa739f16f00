import { z } from 'zod';
import type { InboundContent, InboundMedia } from '../../domain/messages/index.ts';
import { maybe, metaId, nameOf, readGraphError, shortText } from '../meta.ts';
import type { Media, Said } from './shapes.ts';

/** Returns the content in the common format. A message that cannot be read is stored as `unsupported`. */
export function contentOf(said: Said): InboundContent {
  const reader = readers.get(said.type);
  const { type, text = null, media = [], details = {}, replyTo } = reader?.(said) ?? unreadable(said);
  const all = { ...details, ...circumstances(said) };
  return {
    type,
    text,
    media,
    details: Object.keys(all).length > 0 ? all : null,
    replyTo: replyTo ?? said.context?.id ?? null,
  };
}

type Part = Pick<InboundContent, 'type'> & Partial<InboundContent>;
type Reader = (said: Said) => Part | undefined;

const readers = new Map<string, Reader>([
  ['text', ({ text }) => text && { type: 'text', text: text.body }],
  ['image', ({ image }) => image && mediaPart('image', image)],
  ['video', ({ video }) => video && mediaPart('video', video)],
  ['document', ({ document }) => document && mediaPart('document', document)],
  ['audio', ({ audio }) => audio && mediaPart('audio', audio, audio.voice ? { isVoice: true } : {})],
  ['sticker', ({ sticker }) => sticker && mediaPart('image', sticker, { isSticker: true })],
  ['location', ({ location }) => location && { type: 'location', details: location }],
  ['contacts', ({ contacts }) => contacts && { type: 'contact', details: { contacts: contacts.map(cardOf) } }],
  ['interactive', ({ interactive }) => interactive && interactivePart(interactive)],
  ['button', ({ button }) => button && choice('button', button.text, { id: button.payload, title: button.text })],
  ['reaction', ({ reaction }) => reaction && reactionPart(reaction)],
  ['order', ({ order }) => order && orderPart(order)],
]);

const mediaPart = (type: 'image' | 'video' | 'audio' | 'document', media: Media, details: object = {}): Part => ({
  type,
  text: media.caption ?? null,
  media: [toMedia(media)],
  details: { ...details },
});

const toMedia = ({ id, mime_type, filename }: Media): InboundMedia => ({
  mimeType: mime_type?.split(';')[0]?.trim().toLowerCase() || null,
  fileName: filename ?? null,
  source: { ref: { mediaId: id } },
});

/** `kind` is the pressed element; `id` is the id that we, or the template, gave it. */
const choice = (kind: string, text: string | undefined, details: object): Part => ({
  type: 'interactive',
  text: text ?? null,
  details: { kind, ...details },
});

function interactivePart(interactive: NonNullable<Said['interactive']>): Part {
  const { type, button_reply, list_reply, nfm_reply } = interactive;
  const reply = button_reply ?? list_reply;
  if (reply) return choice(nameOf(type), reply.title, reply);
  if (nfm_reply) return choice('form', nfm_reply.body, { name: nfm_reply.name, answers: nfm_reply.response_json });
  return choice(nameOf(type), undefined, {});
}

/** Without an emoji the reaction was removed. */
const reactionPart = ({ message_id, emoji }: NonNullable<Said['reaction']>): Part => ({
  type: 'reaction',
  text: emoji || null,
  details: { toVendorId: message_id, emoji: emoji || null },
  replyTo: message_id,
});

const Item = z
  .object({
    product_retailer_id: maybe(metaId),
    quantity: maybe(z.number()),
    item_price: maybe(z.number()),
    currency: maybe(shortText),
  })
  .transform(({ product_retailer_id: productId, item_price: price, ...item }) => ({ productId, price, ...item }));

function orderPart({ catalog_id, text, product_items = [] }: NonNullable<Said['order']>): Part {
  const items = product_items.flatMap((item) => Item.safeParse(item).data ?? []);
  return choice('order', text, { catalogId: catalog_id, items });
}

const Phone = z
  .object({ phone: maybe(shortText), wa_id: maybe(metaId), type: maybe(shortText) })
  .transform(({ wa_id: waId, ...phone }) => ({ ...phone, waId }));

const Card = z.object({
  name: maybe(z.object({ formatted_name: maybe(shortText) })),
  phones: maybe(z.array(Phone)),
  emails: maybe(z.array(z.object({ email: maybe(shortText), type: maybe(shortText) }))),
  org: maybe(z.object({ company: maybe(shortText) })),
});

function cardOf(contact: unknown) {
  const { name, phones = [], emails = [], org } = Card.safeParse(contact).data ?? {};
  return { name: name?.formatted_name ?? null, company: org?.company ?? null, phones, emails };
}

/** Returns Meta's reason, such as a poll or a view-once picture. */
function unreadable({ type, errors = [] }: Said): Part {
  const reasons = errors.flatMap((error) => readGraphError(error) ?? []);
  const why = reasons.map(({ code, message }) => ({ code: String(code), message }));
  return { type: 'unsupported', details: { kind: nameOf(type), ...(why.length > 0 && { errors: why }) } };
}

/** What is true of a message of any type: passed on from elsewhere, or the answer to an advertisement. */
function circumstances({ context, referral }: Said): Record<string, unknown> {
  const isForwarded = context?.forwarded || context?.frequently_forwarded;
  return { ...(isForwarded && { isForwarded: true }), ...(referral && { referral }) };
}
