import type { OpenChannel } from '../adapters/connector.ts';
import type { WaitingPayload } from '../domain/channels/index.ts';
import { type Inbound, limitContent } from '../domain/messages/index.ts';
import { timeOfId } from '../platform/ids.ts';
import { ParserError, type ParserPool } from '../platform/parser-pool.ts';
import { sanitizeText } from '../platform/sanitize-text.ts';
import { type Origin, originFrom } from '../platform/tracing.ts';
import type { Ctx } from '../storage/context.ts';

export type Read = { id: string; items: Inbound[]; reason: string | null };

/** Reads a callback as it is stored. Throws only when the parser pool is busy: then it is read later. */
export async function readCallback(
  ctx: Ctx,
  parsers: ParserPool,
  open: OpenChannel | undefined,
  payload: WaitingPayload,
): Promise<Read> {
  const { id } = payload;
  const origin = originOf(ctx, payload);
  if (!open) return { id, items: [], reason: 'the channel is not connected any more' };
  try {
    const items = await parseCallback(ctx, parsers, open, payload, false);
    return { id, items: items.map((item) => sanitizeText({ ...inPayload(item, id), origin })), reason: null };
  } catch (error) {
    if (error instanceof ParserError) throw error;
    return { id, items: [], reason: `not readable: ${(error as Error).message}` };
  }
}

/** One job reads the callbacks of many requests. What each of them says belongs to the trace of its own request. */
function originOf(ctx: Ctx, { id, origin }: WaitingPayload): Origin | undefined {
  const span = ctx.tracing?.start('read callback', {
    parent: origin?.traceparent,
    links: [ctx.origin?.traceparent],
    attributes: { 'patchbay.payload_id': id },
  });
  span?.end();
  return originFrom(origin ?? undefined, span);
}

/** Parses untrusted content in a worker thread, and what a provider composed in this one. */
export async function parseCallback(
  ctx: Ctx,
  parsers: ParserPool,
  { adapter, settings }: OpenChannel,
  payload: WaitingPayload,
  hasBytes: boolean,
): Promise<Inbound[]> {
  const request = requestOf(payload);
  const pool: Pick<ParserPool, 'parse'> = { parse: (parser, input) => parsers.parse(parser, input, ctx.tenantId) };
  return adapter.parseInPool ? adapter.parseInPool(pool, settings, request, hasBytes) : adapter.parse(settings, request);
}

const requestOf = ({ id, url, headers, body }: WaitingPayload) => ({
  url,
  headers: headers as Record<string, string>,
  body,
  receivedAt: timeOfId(id),
});

/** Bytes inside a callback stay there until they are fetched, like those at a provider. */
function inPayload(item: Inbound, payloadId: string): Inbound {
  if (item.kind !== 'message' && item.kind !== 'echo') return item;
  const content = limitContent(item.content);
  const base = { payloadId, vendorId: item.vendorId };
  const media = content.media.map((one, i) => {
    if ('bytes' in one.source) return { ...one, source: { ref: { ...base, index: String(i) } } };
    return 'payload' in one.source ? { ...one, source: { ref: { ...base, part: one.source.payload } } } : one;
  });
  return { ...item, content: { ...content, media } };
}
