import type { Inbound, InboundMedia } from '../../domain/messages/index.ts';
import { type Parser, ParserError, type ParserPool } from '../../platform/parser-pool.ts';
import type { InboundRequest } from '../adapter.ts';
import { MAIL_LIMITS } from './limits.ts';
import { noticeOf } from './notice.ts';
import type { MailAccount } from './settings.ts';

export type MailTask = {
  settings: MailAccount;
  headers: InboundRequest['headers'];
  body: Uint8Array;
  receivedAt: Date;
  /** Return the bytes of attachments, too. */
  hasBytes: boolean;
};

/** Parses untrusted mails: MIME, HTML and quotes. */
export const mailParser: Parser<MailTask, Inbound[]> = {
  name: 'mail',
  module: new URL('./parse-thread.ts', import.meta.url),
  maxBytes: MAIL_LIMITS.bytes,
  deadlineMs: MAIL_LIMITS.deadlineMs,
  sizeOf: ({ body }) => body.length,
};

/** Parses a mail in a worker thread. A mail over the limits becomes a notice; only a busy pool throws. */
export async function parseInPool(
  pool: Pick<ParserPool, 'parse'>,
  { address, messageIdDomain }: MailAccount,
  request: InboundRequest,
  hasBytes: boolean,
): Promise<Inbound[]> {
  const settings = { address, ...(messageIdDomain !== undefined && { messageIdDomain }) };
  const { headers, body, receivedAt } = request;
  try {
    return (await pool.parse(mailParser, { settings, headers, body, receivedAt, hasBytes })).map(withBuffers);
  } catch (error) {
    if (!(error instanceof ParserError) || error.reason === 'busy') throw error;
    return noticeOf(settings, request, REASONS[error.reason]);
  }
}

const REASONS = {
  too_large: `it is larger than ${MAIL_LIMITS.bytes / 1_048_576} MB`,
  too_slow: 'taking it apart took too long',
  out_of_memory: 'taking it apart took too much memory',
  invalid: 'it cannot be read',
};

/** Buffers come from another thread as plain byte arrays. */
function withBuffers(item: Inbound): Inbound {
  if (item.kind !== 'message') return item;
  const media = item.content.media.map((one): InboundMedia => {
    if (!('bytes' in one.source)) return one;
    const { buffer, byteOffset, byteLength } = one.source.bytes;
    return { ...one, source: { bytes: Buffer.from(buffer, byteOffset, byteLength) } };
  });
  return { ...item, content: { ...item.content, media } };
}
