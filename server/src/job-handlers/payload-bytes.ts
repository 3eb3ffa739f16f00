import type { OpenChannel } from '../adapters/connector.ts';
import type { WaitingPayload } from '../domain/channels/index.ts';
import { type Inbound, wholeHtml, wholeText } from '../domain/messages/index.ts';
import type { ParserPool } from '../platform/parser-pool.ts';
import type { Ctx } from '../storage/context.ts';
import { parseCallback } from './read-callback.ts';

type Ref = Record<string, string>;

/** Reads a callback once and returns a way to find each of its files: an attachment, the whole text, or all of it. */
export async function findInPayload(
  ctx: Ctx,
  parsers: ParserPool,
  open: OpenChannel,
  payload: WaitingPayload,
  wanted: { ref: Ref }[],
): Promise<(ref: Ref) => Buffer | undefined> {
  const isWhole = (ref: Ref) => ref.part === 'body';
  const items = wanted.every(({ ref }) => isWhole(ref)) ? [] : await parseCallback(ctx, parsers, open, payload, true);
  return (ref) => (isWhole(ref) ? Buffer.from(payload.body) : bytesIn(items, ref)); // a copy: the body may be shared memory
}

function bytesIn(items: Inbound[], { vendorId, part, index }: Ref): Buffer | undefined {
  const item = items.find((one) => (one.kind === 'message' || one.kind === 'echo') && one.vendorId === vendorId);
  if (!item || !('content' in item)) return undefined;
  if (part === 'text') return Buffer.from(wholeText(item.content));
  if (part === 'html') return Buffer.from(wholeHtml(item.content));
  const source = item.content.media[Number(index)]?.source;
  return source && 'bytes' in source ? source.bytes : undefined;
}
