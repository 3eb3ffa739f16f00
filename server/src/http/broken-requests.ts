import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { addressHeaders } from './admit.ts';
import { refusal } from './answer.ts';
import type { HttpDeps } from './deps.ts';
import { BODY_DEADLINE_MS } from './request-bodies.ts';
import { headersTooLarge, LARGEST_HEAD_BYTES, LONGEST_URL_BYTES, urlTooLong } from './request-head.ts';

/** After this time the connection of a broken request is closed, even if the response was not received. */
const LINGER_MS = 2_000;

type Deps = Pick<HttpDeps, 'config' | 'rateLimiter' | 'clock' | 'log'>;
/** An error of Node's HTTP parser. */
export type ParserError = Error & { code?: string; reason?: string; rawPacket?: unknown };

/**
 * Answers errors of the HTTP parser (broken HTTP, a URL or headers above its limit, a body timeout) with a failure response. Node no
 * longer manages such a socket, so it is destroyed here: a client that does not close its side would keep it open.
 */
export const createParserErrorHandler =
  (deps: Deps) =>
  (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(timer));
    answerOn(deps, socket, failureOf(error)).catch((problem: unknown) => {
      deps.log.error({ err: problem }, 'failed to answer a request that could not be read');
      socket.destroy();
    });
  };

async function answerOn(deps: Deps, socket: Socket, failure: Failure): Promise<void> {
  const { status, body } = refusal(failure);
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': newId(deps.clock),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(await addressHeaders(deps, socket.remoteAddress ?? '')),
    date: deps.clock.now().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Returns the failure for an error of Node's HTTP parser. */
export function failureOf({ code, reason, rawPacket }: ParserError): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('request_timeout', {
      message: `The request was not complete in time; a body has to be here within ${BODY_DEADLINE_MS / 1000} s`,
    });
  if (code === 'HPE_HEADER_OVERFLOW') return overflow(rawPacket);
  const why = reason ? `: ${reason}` : '';
  return new Failure('invalid_request', { message: `This is not an HTTP request we can read${why}` });
}

/** The error has only the last packet. If the request began in it, the first line shows which limit was exceeded. */
function overflow(rawPacket: unknown): Failure {
  const text = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '';
  const begins = /^(?:\r\n)*[A-Z]+ /.test(text);
  const firstLine = text.trimStart().split('\r\n', 1)[0] ?? '';
  if (begins && firstLine.length > LONGEST_URL_BYTES) return urlTooLong();
  if (begins) return headersTooLarge();
  return new Failure('headers_too_large', {
    message: `The URL and the headers together have more than ${LARGEST_HEAD_BYTES} bytes; the URL and the headers may have ${LONGEST_URL_BYTES} bytes each`,
  });
}
