import type { InboundContent, InboundMedia, MessageType } from '../../domain/messages/index.ts';
import { nameOf } from '../meta.ts';
import { emojiOf } from './reactions.ts';
import { Attachment, type Item, type Message } from './shapes.ts';

/** Returns the content in the common format. Content that Instagram hides is stored as `unsupported`. */
export function contentOf(message: Message): InboundContent {
  const attachments = (message.attachments ?? []).flatMap((one) => Attachment.safeParse(one).data ?? []);
  const [first] = attachments;
  const details = { ...detailsOf(message), ...(first && sharedIn(first)) };
  return {
    type: message.is_unsupported ? 'unsupported' : typeOf(message, first),
    text: message.text || null,
    media: attachments.flatMap(toMedia),
    details: Object.keys(details).length > 0 ? details : null,
    replyTo: message.reply_to?.mid ?? null,
  };
}

/** Shared posts, reels and stories become the image or video they show. */
const types = new Map<string, MessageType>([
  ['image', 'image'],
  ['video', 'video'],
  ['audio', 'audio'],
  ['file', 'document'],
  ['share', 'image'],
  ['ig_post', 'image'],
  ['story_mention', 'image'],
  ['ig_reel', 'video'],
  ['reel', 'video'],
]);
const plain = new Set(['image', 'video', 'audio', 'file']);

function typeOf(message: Message, first: Attachment | undefined): MessageType {
  if (first) return types.get(first.type) ?? 'unsupported';
  if (message.quick_reply) return 'interactive';
  return message.text ? 'text' : 'unsupported';
}

const toMedia = ({ type, payload }: Attachment): InboundMedia[] =>
  payload?.url && types.has(type) ? [{ mimeType: null, fileName: null, source: { ref: { url: payload.url } } }] : [];

function sharedIn({ type, payload }: Attachment): Record<string, unknown> {
  return plain.has(type) ? {} : { kind: nameOf(type), title: payload?.title ?? null };
}

function detailsOf({ quick_reply, reply_to, referral, text }: Message): Record<string, unknown> {
  return {
    ...(quick_reply && { kind: 'quick_reply', id: quick_reply.payload, title: text }),
    ...(reply_to?.story && { storyId: reply_to.story.id }),
    ...(referral && { referral }),
  };
}

/** Old reactions have a name, newer ones also an emoji. Without both, or by its action, the reaction was removed. */
export function reactionContent({ mid, action, reaction, emoji }: NonNullable<Item['reaction']>): InboundContent {
  const shown = action === 'unreact' ? null : (emoji ?? emojiOf(reaction) ?? null);
  return { type: 'reaction', text: shown, media: [], details: { toVendorId: mid, emoji: shown }, replyTo: mid };
}

export const postbackContent = ({ title, payload }: NonNullable<Item['postback']>): InboundContent => ({
  type: 'interactive',
  text: title ?? null,
  media: [],
  details: { kind: 'postback', id: payload, title },
  replyTo: null,
});

/** Returns an edit as a new message that replies to the old one. */
export const editContent = ({ mid, text }: NonNullable<Item['message_edit']>): InboundContent => ({
  type: 'text',
  text: text ?? null,
  media: [],
  details: { edits: mid },
  replyTo: mid,
});
