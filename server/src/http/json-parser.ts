import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Failure, invalidParam } from '../platform/errors.ts';
import { parseJsonBody } from './json-body.ts';

/** Accepts only JSON in UTF-8. Routes for forms or raw bytes replace this parser. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Failure('unsupported_media_type');
      requireUtf8(request.headers['content-type']);
      request.rawBody = decodeUtf8(body as Buffer);
      done(null, parseJsonBody(request.rawBody));
    } catch (error) {
      done(error as Error);
    }
  });
}

const CHARSET = /;\s*charset\s*=\s*"?([^";]*)"?/gi;
const MOST_SHOWN_CHARACTERS = 40;

/** Throws 415 when a content type declares a charset other than UTF-8. No charset means UTF-8. */
export function requireUtf8(contentType: string | undefined): void {
  const others = [...(contentType ?? '').matchAll(CHARSET)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !isUtf8Name(name));
  if (others[0] === undefined) return;
  throw new Failure('unsupported_media_type', {
    message: `Send the body in UTF-8; the Content-Type header declares the charset ${others[0].slice(0, MOST_SHOWN_CHARACTERS) || '(empty)'}`,
  });
}

const isUtf8Name = (name: string): boolean => /^utf-?8$/i.test(name);

/** Returns the text of a body. Refuses invalid UTF-8: decoding would silently change the text. */
function decodeUtf8(body: Buffer): string {
  if (!isUtf8(body))
    throw invalidParam('body', 'invalid_string', 'The body is not valid UTF-8; encode the JSON text as UTF-8 and send it again');
  return body.toString('utf8');
}
