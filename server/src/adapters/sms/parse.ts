import type { Address, Inbound, InboundMedia, MessageError, MessageType } from '../../domain/messages/index.ts';
import type { InboundRequest } from '../adapter.ts';
import { errorOf } from './classify.ts';
import type { SmsSettings } from './settings.ts';

/** Parses a callback: one message or one status. Twilio sends no times, so the time of arrival is used. */
export function parse(_settings: SmsSettings, { url, body, receivedAt }: InboundRequest): Inbound[] {
  const form = new URLSearchParams(body.toString());
  const status = form.get('MessageStatus') ?? form.get('SmsStatus');
  if (status !== null && status !== 'received' && status !== 'receiving') {
    return [readStatus(form, status, URL.parse(url)?.searchParams.get('messageId') || null, receivedAt)];
  }
  return [readMessage(form, receivedAt)];
}

type Status = Extract<Inbound, { kind: 'status' }>['status'];

/** Statuses before `sent` are ignored: the send was accepted already. */
const STATUSES: Record<string, Status> = {
  sent: 'sent',
  delivered: 'delivered',
  partially_delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

function readStatus(form: URLSearchParams, word: string, messageId: string | null, at: Date): Inbound {
  const vendorId = sidOf(form);
  const status = Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
  if (!status) return { kind: 'ignored', what: `sms status ${word.slice(0, 40)}` };
  if (!vendorId && !messageId) return { kind: 'ignored', what: 'sms status without an id' };
  const code = form.get('ErrorCode');
  const error: MessageError | null = status === 'failed' ? errorOf(code, form.get('ErrorMessage') ?? failedWords(word)) : null;
  return { kind: 'status', vendorId, messageId, status, at, error, isOptOut: code === '21610' };
}

const failedWords = (word: string) =>
  word === 'canceled' ? 'The message was cancelled before it was sent' : 'The carrier did not deliver the message';

function readMessage(form: URLSearchParams, at: Date): Inbound {
  const vendorId = sidOf(form);
  const sender = form.get('From')?.trim();
  if (!vendorId || !sender) return { kind: 'ignored', what: 'sms callback that is neither a message nor a status' };
  if (/^[a-z]+:/i.test(sender)) return { kind: 'ignored', what: `sms callback of another channel: ${sender.split(':')[0]}` };
  const text = form.get('Body') || null;
  const media = readMedia(form);
  return {
    kind: 'message',
    vendorId,
    at,
    from: [addressOf(sender)],
    name: null,
    content: { type: typeOf(media, text), text, media, details: null, replyTo: null },
    isAutomatic: false,
    preference: preferenceOf(form.get('OptOutType'), text),
  };
}

const sidOf = (form: URLSearchParams) => form.get('MessageSid') || form.get('SmsSid') || form.get('SmsMessageSid') || null;

/** A sender can be a word ("ACME"), which is not a phone number. */
const addressOf = (sender: string): Address => ({ type: /^\+?\d+$/.test(sender) ? 'phone_number' : 'external', value: sender });

const MOST_MEDIA = 10;

function readMedia(form: URLSearchParams): InboundMedia[] {
  const media: InboundMedia[] = [];
  for (let i = 0; i < MOST_MEDIA; i++) {
    const url = form.get(`MediaUrl${i}`);
    if (url) media.push({ mimeType: form.get(`MediaContentType${i}`) || null, fileName: null, source: { ref: { url } } });
  }
  return media;
}

/** Returns the type of the media; the text is then the caption. */
function typeOf([first]: InboundMedia[], text: string | null): MessageType {
  if (!first) return text === null ? 'unsupported' : 'text';
  const kind = first.mimeType?.split('/')[0];
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

/** Words that Twilio and carriers handle themselves, if they are the whole message. */
const STOP_WORDS = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke']);
const START_WORDS = new Set(['start', 'yes', 'unstop']);

/** Returns a stop or start. An account with its own words gets Twilio's decision in OptOutType. */
function preferenceOf(optOutType: string | null, text: string | null): 'stop' | 'start' | null {
  if (optOutType === 'STOP') return 'stop';
  if (optOutType === 'START') return 'start';
  const word = text?.trim().toLowerCase() ?? '';
  if (STOP_WORDS.has(word)) return 'stop';
  return START_WORDS.has(word) ? 'start' : null;
}
