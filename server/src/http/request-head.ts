import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../platform/errors.ts';

export const LONGEST_URL_BYTES = 16_384;
export const MOST_HEADER_BYTES = 16_384;
/**
 * The limit of Node's parser for URL and headers. It is several times our limits together, so that a request above one of them is
 * parsed and the response names the limit. Above this limit only the last packet is known, which rarely shows which part was too large.
 */
export const LARGEST_HEAD_BYTES = 131_072;

/** Closes the connection after the response. */
const CLOSE = { connection: 'close' };

/** Throws when the URL or the headers are too large, or when there is no Host header. */
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

/** Returns the bytes of all headers: names, values and the four separating characters. */
function headerBytes(rawHeaders: readonly string[]): number {
  let bytes = 0;
  for (const text of rawHeaders) bytes += text.length + 2;
  return bytes;
}

/** Ignores unknown `Expect` headers, as HTTP allows. Node would answer them with an empty 417. */
export function ignoreExpectHeader(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
}
