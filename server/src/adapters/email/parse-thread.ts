import type { Inbound } from '../../domain/messages/index.ts';
import { parse } from './parse.ts';
import type { MailTask } from './parse-in-pool.ts';

/** Runs in a worker thread of the parser pool. */
export default async function parseMailTask({ settings, headers, body, receivedAt, hasBytes }: MailTask): Promise<Inbound[]> {
  const bytes = Buffer.from(body); // copied here: a large body is memory shared with the event loop, which some decoders refuse
  const items = await parse(settings, { url: '', headers, body: bytes, receivedAt });
  return hasBytes ? items : items.map(withoutBytes);
}

function withoutBytes(item: Inbound): Inbound {
  if (item.kind !== 'message') return item;
  const media = item.content.media.map((one) => ('bytes' in one.source ? { ...one, source: { bytes: Buffer.alloc(0) } } : one));
  return { ...item, content: { ...item.content, media } };
}
