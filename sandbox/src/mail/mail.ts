import { randomUUID } from 'node:crypto';
import { type CallbackBuilder, detailsOf, lineOf, type PhoneMessage } from '../callback-builder.ts';
import { hashOf } from '../chance.ts';
import type { Account, Environment } from '../environment.ts';
import { hexId } from '../ids.ts';
import type { Send } from '../journal.ts';
import type { Update } from '../outbox/outbox.ts';
import { addLine } from '../people.ts';
import { dsnMail } from './dsn.ts';
import type { ParsedMail } from './parse.ts';
import { bounceEvent, deliveryEvent, inboundMail, openEvent } from './postmark.ts';
import type { EmailSpec } from './spec.ts';

/** Postmark has no signature; it sends a user name and a password. */
const pack: CallbackBuilder<EmailSpec>['pack'] = ({ spec }, updates) => {
  const [{ part }] = updates as [Update];
  const login = Buffer.from(`${spec.callbackUsername ?? ''}:${spec.callbackPassword ?? ''}`).toString('base64');
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Postmark',
    ...(spec.callbackUsername && { authorization: `Basic ${login}` }),
  };
  return { url: spec.callbackUrl, headers, body: JSON.stringify(part) };
};

export const emailCallbacks: CallbackBuilder<EmailSpec> = {
  pack,
  inbound: (environment, account, message) => {
    const { spec } = account;
    const from = message.from.trim();
    const vendorId = message.vendorId ?? `<${hexId()}@${from.split('@')[1] ?? 'mail.example'}>`;
    const person = account.people.meet(from.toLowerCase());
    person.name = message.name ?? person.name;
    person.lastInboundAtMs = environment.clock.now();
    addLine(person, { ...detailsOf(message), from: 'person', text: lineOf(message), atMs: environment.clock.now(), vendorId });
    const part = inboundMail({
      from,
      name: person.name ?? '',
      to: message.to ?? spec.address,
      id: randomUUID(),
      subject: message.subject ?? '',
      text: message.text ?? '',
      html: message.html ?? '',
      headers: headersOf(message, vendorId),
      attachments: attachmentsOf(message),
      atMs: message.timestamp === undefined ? environment.clock.now() : message.timestamp * 1000,
    });
    return { vendorId, updates: [{ part }] };
  },
  /** Supports delivered, read, failed (with an SMTP code) and complained. There is no event for `sent`. */
  status: (environment, account, { vendorId, status, errorCode, timestamp }, send) => {
    const atMs = timestamp === undefined ? environment.clock.now() : timestamp * 1000;
    const event = { send, vendorId, recipient: send?.to ?? '', atMs };
    if (status === 'delivered') return [{ part: deliveryEvent(event), label: status }];
    if (status === 'read' || status === 'opened') return [{ part: openEvent(event), label: 'read' }];
    if (status === 'complained') return [{ part: bounceEvent(event, 'spam', hashOf(vendorId)) }];
    if (status === 'failed' || status === 'bounced')
      return [bounceUpdate(environment, account, send, vendorId, event.recipient, errorCode ?? 550)];
    return [];
  },
  raw: (_account, value) => [{ part: value }],
};

/** A bounce after the mail was accepted: an event, or a mail from the mail system, by the knob bounceAs. */
export function bounceUpdate(
  environment: Environment,
  account: Account,
  send: Send | undefined,
  vendorId: string,
  recipient: string,
  code: number,
): Update {
  const atMs = environment.clock.now();
  if (account.knobs.bounceAs === 'webhook') {
    return {
      part: bounceEvent({ send, vendorId, recipient, atMs }, code >= 500 ? 'hard' : 'soft', hashOf(vendorId + recipient)),
    };
  }
  const { from = (account as Account<EmailSpec>).spec.address, subject = '' } = (send?.body ?? {}) as Partial<ParsedMail>;
  return { part: dsnMail({ messageId: vendorId, recipient, from, subject, code, atMs }) };
}

function headersOf(message: PhoneMessage, vendorId: string): Record<string, string> {
  const bracketed = (id: string) => (id.startsWith('<') ? id : `<${id}>`);
  return {
    'Message-ID': vendorId,
    ...(message.replyTo && { 'In-Reply-To': bracketed(message.replyTo), References: bracketed(message.replyTo) }),
    ...message.headers,
  };
}

const attachmentsOf = ({ media }: PhoneMessage) =>
  media ? [{ name: media.fileName ?? 'attachment', mimeType: media.mimeType, contentBase64: media.bytesBase64 }] : [];
