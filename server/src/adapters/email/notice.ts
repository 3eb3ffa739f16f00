import type { Inbound } from '../../domain/messages/index.ts';
import type { InboundRequest } from '../adapter.ts';
import { SHOWN_LIMITS } from './limits.ts';
import { headerIn, idIn, madeUpId, vendorIdOf } from './message-id.ts';
import { addressesIn } from './read-raw.ts';
import type { MailAccount } from './settings.ts';

/** Returns true for a provider's JSON, false for a raw mail from IMAP. */
export const isJson = ({ headers }: Pick<InboundRequest, 'headers'>): boolean =>
  /^application\/json\b/i.test([headers['content-type']].flat()[0] ?? '');

/**
 * Returns the message for a mail that was not parsed: the sender, the reason, and the whole mail as a file. Reads only the first bytes, so
 * it is safe on the event loop. It counts as automatic, so that no automation answers.
 */
export function noticeOf(settings: MailAccount, request: InboundRequest, reason: string): Inbound[] {
  const { from, vendorId, subject } = isJson(request) ? jsonEnvelope(request.body) : mailEnvelope(request.body);
  if (!from) return [{ kind: 'ignored', what: `mail that cannot be read and names no sender: ${reason}` }];
  if (from.toLowerCase() === settings.address.toLowerCase()) return [{ kind: 'ignored', what: 'mail from our own address' }];
  const empty = { html: null, cleanHtml: null, inReplyTo: null, references: [], replyTo: null, fullText: null };
  const details = { ...empty, subject, messageId: vendorId };
  return [
    {
      kind: 'message',
      vendorId,
      at: request.receivedAt,
      from: [{ type: 'email', value: from }],
      name: null,
      content: {
        type: 'text',
        text: `This email is not shown because ${reason}. The original is attached as a file; open it with care.`,
        media: [{ ...(isJson(request) ? JSON_FILE : MAIL_FILE), source: { payload: 'body' } }],
        details: { ...details, notice: reason },
        replyTo: null,
      },
      isAutomatic: true,
      preference: null,
    },
  ];
}

const MAIL_FILE = { mimeType: 'message/rfc822', fileName: 'original.eml' };
const JSON_FILE = { mimeType: 'application/json', fileName: 'original.json' };

type Envelope = { from: string | null; vendorId: string; subject: string | null };

const mailEnvelope = (raw: Buffer): Envelope => ({
  from: addressesIn(headerIn(raw, 'from') ?? '').at(-1) ?? null,
  vendorId: vendorIdOf(raw),
  subject: headerIn(raw, 'subject')?.slice(0, SHOWN_LIMITS.subjectChars) || null,
});

const MOST_ENVELOPE_BYTES = 65_536;

/** The provider writes these fields before any body. Quotes inside a value are escaped, so a value cannot look like a field. */
function jsonEnvelope(body: Buffer): Envelope {
  const top = body.subarray(0, MOST_ENVELOPE_BYTES).toString();
  const field = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,1000})`).exec(top)?.[1] ?? '';
  return {
    from: addressesIn(field('From')).at(-1) ?? null,
    vendorId: idIn(field('MessageID')) ?? madeUpId(body),
    subject: field('Subject') || null,
  };
}
