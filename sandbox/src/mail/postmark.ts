import type { Send } from '../journal.ts';
import type { ParsedMail } from './parse.ts';

type Event = { send: Send | undefined; vendorId: string; recipient: string; atMs: number };

/** Postmark's events about a mail. MessageID is the mail's own Message-ID, as with X-PM-KeepID. */
export function deliveryEvent(event: Event) {
  return {
    RecordType: 'Delivery',
    ...common(event),
    Recipient: event.recipient,
    DeliveredAt: new Date(event.atMs).toISOString(),
    Details: 'smtp;250 2.0.0 OK',
  };
}

export function openEvent(event: Event) {
  return {
    RecordType: 'Open',
    ...common(event),
    Recipient: event.recipient,
    FirstOpen: true,
    ReceivedAt: new Date(event.atMs).toISOString(),
    Platform: 'Desktop',
    UserAgent: 'Sandbox',
    Client: { Name: 'Sandbox', Company: 'Patchbay', Family: 'Sandbox' },
  };
}

const sorts = {
  hard: { Type: 'HardBounce', TypeCode: 1, Name: 'Hard bounce', Details: 'smtp;550 5.1.1 The email account does not exist' },
  soft: { Type: 'SoftBounce', TypeCode: 4096, Name: 'Soft bounce', Details: 'smtp;452 4.2.2 Mailbox full' },
  spam: { Type: 'SpamComplaint', TypeCode: 512, Name: 'Spam complaint', Details: 'The person marked the mail as spam' },
};

export function bounceEvent(event: Event, sort: keyof typeof sorts, id: number) {
  const subject = (event.send?.body as ParsedMail | undefined)?.subject ?? '';
  return {
    RecordType: sort === 'spam' ? 'SpamComplaint' : 'Bounce',
    ...common(event),
    ID: id,
    ...sorts[sort],
    Description: sorts[sort].Name,
    Email: event.recipient,
    From: (event.send?.body as ParsedMail | undefined)?.from ?? '',
    BouncedAt: new Date(event.atMs).toISOString(),
    DumpAvailable: false,
    Inactive: sort !== 'soft',
    CanActivate: sort !== 'spam',
    Subject: subject,
  };
}

export type InboundMail = {
  from: string;
  name: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { name: string; mimeType: string; contentBase64: string }[];
  id: string;
  atMs: number;
};

export function inboundMail(mail: InboundMail) {
  return {
    FromName: mail.name,
    From: mail.from,
    FromFull: full(mail.from, mail.name),
    To: mail.to,
    ToFull: [full(mail.to, '')],
    Cc: '',
    CcFull: [],
    Bcc: '',
    BccFull: [],
    OriginalRecipient: mail.to,
    Subject: mail.subject,
    MessageID: mail.id,
    ReplyTo: '',
    MailboxHash: mailboxHash(mail.to),
    MessageStream: 'inbound',
    Date: new Date(mail.atMs).toUTCString().replace('GMT', '+0000'),
    TextBody: mail.text,
    HtmlBody: mail.html,
    StrippedTextReply: withoutQuotes(mail.text),
    Tag: '',
    Headers: Object.entries(mail.headers).map(([Name, Value]) => ({ Name, Value })),
    Attachments: mail.attachments.map(({ name, mimeType, contentBase64 }) => ({
      Name: name,
      Content: contentBase64,
      ContentType: mimeType,
      ContentLength: Buffer.byteLength(contentBase64, 'base64'),
      ContentID: '',
    })),
  };
}

/** The text above the first quoted line. */
export function withoutQuotes(text: string): string {
  const lines = text.split(/\r?\n/);
  const quote = lines.findIndex((line) => line.startsWith('>') || /^On .*wrote:\s*$/.test(line));
  return quote < 0 ? '' : lines.slice(0, quote).join('\n').trim();
}

const common = ({ send, vendorId }: Event) => ({
  MessageID: vendorId.replaceAll(/^<|>$/g, ''),
  MessageStream: 'outbound',
  ServerID: 1,
  Tag: headersOf(send).find(({ name }) => name.toLowerCase() === 'x-pm-tag')?.value ?? '',
  Metadata: metadataOf(send),
});

const headersOf = (send: Send | undefined) => (send?.body as ParsedMail | undefined)?.headers ?? [];

/** "X-PM-Metadata-Order: 7" is returned as { order: "7" }: the case of header names is not preserved. */
function metadataOf(send: Send | undefined): Record<string, string> {
  const prefix = 'x-pm-metadata-';
  const chosen = headersOf(send).filter(({ name }) => name.toLowerCase().startsWith(prefix));
  return Object.fromEntries(chosen.map(({ name, value }) => [name.slice(prefix.length).toLowerCase(), value]));
}

const full = (Email: string, Name: string) => ({ Email, Name, MailboxHash: mailboxHash(Email) });
const mailboxHash = (address: string) => /^[^@]*\+([^@]*)@/.exec(address)?.[1] ?? '';
