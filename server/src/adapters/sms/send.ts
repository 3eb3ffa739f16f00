import type { Outgoing, OutgoingContent, OutgoingMedia } from '../../domain/messages/index.ts';
import type { Refusal, SendDeps, SendOutcome } from '../adapter.ts';
import { interactiveAsText, locationAsText } from '../as-text.ts';
import { outcomeOf } from './classify.ts';
import type { SmsSettings } from './settings.ts';

export async function send({ http, callbackUrl }: SendDeps, settings: SmsSettings, message: Outgoing): Promise<SendOutcome> {
  const parts = partsOf(message.content);
  if ('kind' in parts) return parts;
  const answer = await http.request({
    method: 'POST',
    url: messagesUrl(settings),
    headers: {
      authorization: basicAuth(settings),
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': message.attemptId, // Twilio ignores it; gateways with the same API can honour it
    },
    body: formOf(settings, message, parts, callbackUrl).toString(),
  });
  return outcomeOf(answer);
}

export type Parts = { body: string | null; mediaUrls: string[] };

/** Returns the text and the media URLs of a message. Only a reaction cannot be sent. */
export function partsOf(content: OutgoingContent): Parts | Refusal {
  switch (content.type) {
    case 'text':
      return { body: content.text, mediaUrls: urls(content.attachments) };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      return { body: content.caption, mediaUrls: urls([content.media]) };
    case 'location':
      return { body: locationAsText(content), mediaUrls: [] };
    case 'interactive':
      return { body: interactiveAsText(content), mediaUrls: [] };
    case 'template': {
      const { header } = content.components;
      return { body: content.rendered.text, mediaUrls: header && 'media' in header ? urls([header.media]) : [] };
    }
    case 'reaction':
      return refuseReaction;
    default:
      return content satisfies never;
  }
}

const urls = (media: OutgoingMedia[]) => media.map(({ url }) => url);

const refuseReaction: Refusal = {
  kind: 'refused',
  error: { key: 'invalid_message', code: null, message: 'SMS has no reactions; send a text instead' },
  next: 'fail',
};

/** Makes Twilio repeat a callback three times after any failure; `rc` alone covers only failed connections. */
const REPEAT = '#rc=3&rp=all';

export function formOf(
  settings: SmsSettings,
  message: Outgoing,
  { body, mediaUrls }: Parts,
  callbackUrl: string,
): URLSearchParams {
  const form = new URLSearchParams({ To: message.to.value, StatusCallback: `${callbackUrl}${REPEAT}` });
  if (settings.messagingServiceSid) form.set('MessagingServiceSid', settings.messagingServiceSid);
  if (settings.from) form.set('From', settings.from);
  if (body) form.set('Body', body);
  for (const url of mediaUrls) form.append('MediaUrl', url);
  return form;
}

export const messagesUrl = ({ baseUrl, accountSid }: SmsSettings): string =>
  `${baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`;

export const basicAuth = ({ accountSid, authToken }: SmsSettings): string =>
  `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
