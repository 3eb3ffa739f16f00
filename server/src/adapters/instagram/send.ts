import { z } from 'zod';
import type { Outgoing, OutgoingContent } from '../../domain/messages/index.ts';
import type { Refusal, SendDeps, SendOutcome } from '../adapter.ts';
import { interactiveAsText } from '../as-text.ts';
import { invalidMessage, metaId } from '../meta.ts';
import { askGraph } from '../meta-graph.ts';
import { classify } from './classify.ts';
import { offered, reactionOf } from './reactions.ts';
import type { Settings } from './settings.ts';

export async function send({ http }: Pick<SendDeps, 'http'>, settings: Settings, message: Outgoing): Promise<SendOutcome> {
  const prepared = toRequestBody(message, settings);
  if (prepared.kind === 'refused') return prepared;
  const path = `${settings.igId}/messages`;
  const request = { method: 'POST', path, body: prepared.body, idempotencyKey: message.attemptId } as const;
  const answer = await askGraph(http, settings, request, classify);
  return answer.kind === 'ok' ? accepted(answer.json, message) : answer;
}

export type Prepared = { kind: 'ready'; body: Record<string, unknown> } | Refusal;

/** Returns the request body, or a refusal. */
export function toRequestBody(message: Outgoing, { humanAgent }: Pick<Settings, 'humanAgent'>): Prepared {
  const { to, content, isAutomatic } = message;
  if (to.type !== 'instagram_id') return invalidMessage(`Instagram reaches people by their Instagram id; ${to.value} is none`);
  const part = toPart(content);
  if (typeof part === 'string') return invalidMessage(part);
  // Meta's tag is a promise that a person wrote this; a reaction cannot carry it.
  const tag = humanAgent && !isAutomatic && 'message' in part && { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
  return { kind: 'ready', body: { recipient: { id: to.value }, ...part, ...tag } };
}

/** Returns the content of the request, or why it cannot be sent. */
function toPart(content: OutgoingContent): Record<string, unknown> | string {
  switch (content.type) {
    case 'text':
      if (content.attachments.length > 0) return 'Instagram takes one file per message; send each file by itself';
      return { message: { text: content.text } };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      if (content.caption) return 'Instagram sends a file without text; send the caption as a message of its own';
      return { message: { attachment: { type: fileTypes[content.type], payload: { url: content.media.url } } } };
    case 'interactive':
      return { message: toChoices(content) };
    case 'template':
      return { message: { text: content.rendered.text } };
    case 'reaction':
      return toReaction(content);
    case 'location':
      return 'Instagram cannot send a location; send the address or a link to a map as text';
    default:
      return content satisfies never;
  }
}

const fileTypes = { image: 'image', video: 'video', audio: 'audio', document: 'file' };

const MOST_QUICK_REPLIES = 13;
const LONGEST_TITLE = 20;

/** Returns quick replies if all titles fit, and otherwise a numbered list: Instagram cuts long titles silently. */
function toChoices(content: Extract<OutgoingContent, { type: 'interactive' }>): Record<string, unknown> {
  const { header, text, footer, choice } = content;
  const choices = 'buttons' in choice ? choice.buttons : choice.list.sections.flatMap(({ rows }) => rows);
  const fits = ({ title, ...row }: (typeof choices)[number]) =>
    title.length <= LONGEST_TITLE && !('description' in row && row.description);
  if (choices.length > MOST_QUICK_REPLIES || !choices.every(fits)) return { text: interactiveAsText(content) };
  return {
    text: [header, text, footer].filter(Boolean).join('\n\n'),
    quick_replies: choices.map(({ id, title }) => ({ content_type: 'text', title, payload: id })),
  };
}

function toReaction({ toVendorId, emoji }: Extract<OutgoingContent, { type: 'reaction' }>): Record<string, unknown> | string {
  if (emoji === null) return { sender_action: 'unreact', payload: { message_id: toVendorId } };
  const reaction = reactionOf(emoji);
  if (!reaction) return `Instagram has no reaction ${emoji}; it offers ${offered}`;
  return { sender_action: 'react', payload: { message_id: toVendorId, reaction } };
}

const Accepted = z.object({ message_id: metaId });

/** Reads the response. Without a message id the echo could not be matched, so the outcome is unknown. Reactions have no id. */
function accepted(json: unknown, { content, messageId }: Outgoing): SendOutcome {
  if (content.type === 'reaction') return { kind: 'accepted', vendorId: `reaction:${messageId}` };
  const answer = Accepted.safeParse(json).data;
  if (!answer) return { kind: 'unknown', message: 'Instagram took the message without giving it an id' };
  return { kind: 'accepted', vendorId: answer.message_id };
}
