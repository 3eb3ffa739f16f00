import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../platform/errors.ts';
import { parseJsonBody } from './json-body.ts';
import { readBody } from './request-bodies.ts';

/** Accepts only JSON in UTF-8. Routes for forms or raw bytes replace this parser. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { headers, routeOptions } = request;
    const body = await readBody(payload, routeOptions.bodyLimit, Number(headers['content-length'] ?? 0));
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Failure('unsupported_media_type');
    requireUtf8(headers['content-type']);
    const { text, value } = parseJsonBody(body);
    request.rawBody = text;
    return value;
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
