import { createHmac } from 'node:crypto';
import { signatureOf, signedFields } from '../../server/src/adapters/sms/verify.ts';
import type { Kind } from '../channels/kinds.ts';
import type { Owner, StandIn } from './stand-in.ts';

/** Secrets that contain their owner, so that a simulated provider knows who calls. */
const secretOf = (owner: Owner) => `owner-${owner}-secret`;
const meta = (owner: Owner) => ({ accessToken: secretOf(owner), appSecret: secretOf(owner), verifyToken: 'verify' });

/** Settings of a channel with this simulated provider. */
export const settingsOf: Record<Kind, (owner: Owner, at: StandIn) => Record<string, unknown>> = {
  whatsapp: (owner, { url }) => ({ baseUrl: `${url}/graph`, phoneNumberId: '1065', wabaId: '2065', ...meta(owner) }),
  instagram: (owner, { url }) => ({ baseUrl: `${url}/graph`, igId: '1784', ...meta(owner) }),
  sms: (owner, { url }) => ({ baseUrl: `${url}/twilio`, accountSid: 'AC1', authToken: secretOf(owner), from: '+15557654321' }),
  email: (owner, { smtpPort }) => ({
    address: `owner-${owner}@shop.example`,
    smtpHost: '127.0.0.1',
    smtpPort,
    smtpUsername: 'the same',
    smtpPassword: 'for both',
    callbackUsername: 'hook',
    callbackPassword: 'hook',
  }),
};

export const mailboxAt = (owner: Owner, { imapPort }: StandIn) => ({
  imapHost: '127.0.0.1',
  imapPort,
  imapSecure: false,
  imapUsername: `owner-${owner}`,
  imapPassword: 'for both',
});

export type Callback = { headers: Record<string, string>; body: string };

let count = 0;

/** Somebody writes, and what they sent is behind this link (of WhatsApp: has this id). */
export const callbackOf: Record<Kind, (owner: Owner, inboundUrl: string, link?: string) => Callback> = {
  whatsapp(owner, _url, link) {
    const head = { from: '16505551234', id: `wamid.${++count}`, timestamp: String(Math.floor(Date.now() / 1000)) };
    const said = link ? { type: 'image', image: { id: link, mime_type: 'image/png' } } : { type: 'text', text: { body: 'Hi' } };
    const contacts = [{ profile: { name: 'Sheena' }, wa_id: '16505551234' }];
    const metadata = { display_phone_number: '15550783881', phone_number_id: '1065' };
    const value = { messaging_product: 'whatsapp', metadata, contacts, messages: [{ ...head, ...said }] };
    return signed(owner, {
      object: 'whatsapp_business_account',
      entry: [{ id: '2065', changes: [{ field: 'messages', value }] }],
    });
  },
  instagram(owner, _url, link) {
    const said = link ? { attachments: [{ type: 'image', payload: { url: link } }] } : { text: 'Hi' };
    const message = { mid: `mid.${++count}`, ...said };
    const messaging = [{ sender: { id: '1282' }, recipient: { id: '1784' }, timestamp: Date.now(), message }];
    return signed(owner, { object: 'instagram', entry: [{ id: '1784', time: Date.now(), messaging }] });
  },
  sms(owner, inboundUrl, link) {
    const said: Record<string, string> = link
      ? { NumMedia: '1', MediaUrl0: link, MediaContentType0: 'image/png' }
      : { NumMedia: '0' };
    const fields = {
      MessageSid: `SM${++count}`,
      From: '+16505551234',
      To: '+15557654321',
      Body: 'Hi',
      SmsStatus: 'received',
      ...said,
    };
    const form = new URLSearchParams(fields);
    const signature = signatureOf(secretOf(owner), inboundUrl + signedFields(form));
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      body: form.toString(),
    };
  },
  email() {
    const body = {
      From: 'ada@example.com',
      Subject: 'Hi',
      MessageID: `m-${++count}`,
      Date: new Date().toUTCString(),
      TextBody: 'Hi',
    };
    const authorization = `Basic ${Buffer.from('hook:hook').toString('base64')}`;
    return { headers: { 'content-type': 'application/json', authorization }, body: JSON.stringify({ ...body, Headers: [] }) };
  },
};

function signed(owner: Owner, json: object): Callback {
  const body = JSON.stringify(json);
  const signature = createHmac('sha256', secretOf(owner)).update(body).digest('hex');
  return { headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }, body };
}
