import { z } from 'zod';
import type { Address, Outgoing, OutgoingContent } from '../../domain/messages/index.ts';
import type { Refusal, SendDeps, SendOutcome } from '../adapter.ts';
import { invalidMessage, maybe, metaId } from '../meta.ts';
import { askGraph } from '../meta-graph.ts';
import { classify } from './classify.ts';
import { toMediaBody, toTemplateBody } from './parts.ts';
import { addressOf } from './people.ts';
import type { Settings } from './settings.ts';

export async function send({ http }: Pick<SendDeps, 'http'>, settings: Settings, message: Outgoing): Promise<SendOutcome> {
  const prepared = toRequestBody(message);
  if (prepared.kind === 'refused') return prepared;
  const path = `${settings.phoneNumberId}/messages`;
  const request = { method: 'POST', path, body: prepared.body, idempotencyKey: message.attemptId } as const;
  const answer = await askGraph(http, settings, request, classify);
  return answer.kind === 'ok' ? accepted(answer.json, message) : answer;
}

export type Prepared = { kind: 'ready'; body: Record<string, unknown> } | Refusal;

/** Returns the request body, or a refusal. WhatsApp returns `biz_opaque_callback_data` with every status. */
export function toRequestBody(message: Outgoing): Prepared {
  const to = recipientOf(message);
  if (!to) return invalidMessage(`WhatsApp reaches phone numbers and WhatsApp user ids; ${message.to.value} is neither`);
  const fault = faultOf(message.content);
  if (fault) return invalidMessage(fault);
  const isReply = message.replyTo !== null && message.content.type !== 'reaction'; // a reaction names its message itself
  return {
    kind: 'ready',
    body: {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...to,
      ...toContentBody(message.content),
      ...(isReply && { context: { message_id: message.replyTo?.vendorId } }),
      ...(message.isDirectSend && { category: 'utility' }),
      biz_opaque_callback_data: message.messageId,
    },
  };
}

/** Puts a phone number into `to` and a user id into `recipient`. */
function recipientOf({ to }: Outgoing): { to: string } | { recipient: string } | undefined {
  if (to.type === 'whatsapp_user_id') return { recipient: to.value };
  return to.type === 'phone_number' ? { to: to.value } : undefined;
}

function faultOf(content: OutgoingContent): string | null {
  if (content.type === 'audio' && content.caption) {
    return 'WhatsApp shows no caption with audio; send the text as a message of its own';
  }
  if (content.type === 'text' && content.attachments.length > 0) {
    return 'WhatsApp takes one file per message; send each file as an image, video, audio or document';
  }
  return null;
}

function toContentBody(content: OutgoingContent): Record<string, unknown> {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { preview_url: true, body: content.text } };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      return { type: content.type, [content.type]: toMediaBody(content.type, content.media, content.caption) };
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return { type: 'location', location: { latitude, longitude, ...(name && { name }), ...(address && { address }) } };
    }
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: content.toVendorId, emoji: content.emoji ?? '' } };
    case 'interactive':
      return { type: 'interactive', interactive: toInteractiveBody(content) };
    case 'template':
      return { type: 'template', template: toTemplateBody(content) };
    default:
      return content satisfies never;
  }
}

function toInteractiveBody({ text, header, footer, choice }: Extract<OutgoingContent, { type: 'interactive' }>) {
  return {
    type: 'buttons' in choice ? 'button' : 'list',
    ...(header && { header: { type: 'text', text: header } }),
    body: { text },
    ...(footer && { footer: { text: footer } }),
    action:
      'buttons' in choice
        ? { buttons: choice.buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) }
        : { button: choice.list.button, sections: choice.list.sections.map(toSection) },
  };
}

type Choice = Extract<OutgoingContent, { type: 'interactive' }>['choice'];
type Section = Extract<Choice, { list: unknown }>['list']['sections'][number];

const toSection = ({ title, rows }: Section) => ({
  ...(title && { title }),
  rows: rows.map(({ id, title, description }) => ({ id, title, ...(description && { description }) })),
});

const Accepted = z.object({
  messages: z.tuple([z.object({ id: metaId })], z.unknown()),
  contacts: maybe(z.array(z.object({ wa_id: maybe(metaId) }))),
});

/** Reads the response. Without a message id no status could be matched, so the outcome is unknown. */
function accepted(json: unknown, { to }: Outgoing): SendOutcome {
  const answer = Accepted.safeParse(json).data;
  if (!answer) return { kind: 'unknown', message: 'WhatsApp took the message without giving it an id' };
  const known = addressOf(answer.contacts?.[0]?.wa_id);
  const isNews = known && to.type === 'phone_number' && !isSame(known, to.value);
  return { kind: 'accepted', vendorId: answer.messages[0].id, ...(isNews && { knownAs: known }) };
}

const isSame = (known: Address, number: string): boolean => known.value === `+${number.replace(/\D/g, '')}`;
