import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../platform/errors.ts';

export const LONGEST_URL_BYTES = 16_384;
export const MOST_HEADER_BYTES = 16_384;
/**
 * What Node's parser reads of a URL and headers before it gives up. It is larger than both limits together, so that nearly
 * every request that is over one of them is parsed, and its answer can name the limit and carry all headers.
 */
export const LARGEST_HEAD_BYTES = 49_152;

/** The connection is closed after the answer instead of being kept for another request. */
const CLOSE = { connection: 'close' };

/** Throws for a request whose URL or headers are too large, or that names no host. */
export function checkRequestHead({ raw, originalUrl }: Pick<FastifyRequest, 'raw' | 'originalUrl'>): void {
  if (originalUrl.length > LONGEST_URL_BYTES) throw urlTooLong();
  if (headerBytes(raw.rawHeaders) > MOST_HEADER_BYTES) throw headersTooLarge();
  if (raw.headers.host === undefined && raw.httpVersion === '1.1')
    throw new Failure('invalid_request', {
      message: 'The Host header is missing; every HTTP/1.1 request has one',
      headers: CLOSE,
    });
}

export const urlTooLong = (): Failure =>
  new Failure('url_too_long', { message: `The URL is too long: at most ${LONGEST_URL_BYTES} bytes are read`, headers: CLOSE });

export const headersTooLarge = (): Failure =>
  new Failure('headers_too_large', {
    message: `The request headers are too large: all of them together may have ${MOST_HEADER_BYTES} bytes`,
    headers: CLOSE,
  });

/** Counts names, values, and the four characters that separate them, as they came over the wire. */
function headerBytes(rawHeaders: readonly string[]): number {
  let bytes = 0;
  for (const text of rawHeaders) bytes += text.length + 2;
  return bytes;
}

/** Node answers `Expect` with anything but 100-continue by an empty 417. HTTP allows to ignore it, and then the answer is ours. */
export function takeAnyExpectation(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
}
