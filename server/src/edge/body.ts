import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';

/** A body up to this size is held, so that the request can be repeated in another cell. Larger ones are passed on as they come. */
const HELD_BYTES = 65_536;

/** The body of a request. Only one that is held can be sent twice. */
export type Body = { canRepeat: true; bytes: Buffer | null } | { canRepeat: false; stream: Readable };

export async function bodyOf(request: IncomingMessage): Promise<Body> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return { canRepeat: true, bytes: null };
  // A stream of its own: a cell that answers early ends it, and the connection of the caller stays open for the answer.
  if (length === undefined || Number(length) > HELD_BYTES) return { canRepeat: false, stream: request.pipe(new PassThrough()) };
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return { canRepeat: true, bytes: Buffer.concat(parts) };
}
