import { isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId, timeOfId } from '../platform/ids.ts';
import { storable } from '../platform/sanitize-text.ts';
import type { HttpDeps } from './deps.ts';
import type { Teller } from './on-request-end.ts';

/** What an error answer says is kept as text; a very long list of faults is cut to its first sentence. */
const LONGEST_ERROR = 4_000;

/** The error of an answer, kept until the request is over. */
export function keepErrors(app: FastifyInstance, { requestLog }: HttpDeps): void {
  if (!requestLog.isOn) return;
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && request.caller && typeof payload === 'string') request.errorGiven = errorIn(payload);
    done(null, payload);
  });
}

/** Every answer to a caller we know goes to the request log, however it came about and whether or not they waited for it. */
export const logRequest =
  ({ requestLog, clock }: HttpDeps): Teller =>
  (request, { status, ms, address }) => {
    const { caller } = request;
    if (!caller || !requestLog.isOn) return;
    const isGiven = request.headers['x-request-id'] === request.id;
    const id = isGiven ? newId(clock) : request.id;
    requestLog.add(caller.tenantId, {
      id,
      givenId: isGiven ? request.id : null,
      createdAt: timeOfId(id),
      method: request.method,
      route: routeOf(request),
      status,
      durationMs: ms,
      error: request.errorGiven,
      tokenId: caller.tokenId,
      address: hidden(address),
    });
  };

/** Paths of routes as OpenAPI writes them; there are as many as routes. */
const templates = new Map<string, string>();

function routeOf({ routeOptions: { config, url } }: FastifyRequest): string | null {
  if (config.operationId === undefined || url === undefined) return null;
  const known = templates.get(url);
  if (known !== undefined) return known;
  const template = url.replace(/:(\w+)/g, '{$1}');
  templates.set(url, template);
  return template;
}

function errorIn(payload: string): string | null {
  const { error } = JSON.parse(payload) as { error?: { messageKey: string; message: string } };
  if (!error) return null;
  const text = JSON.stringify(storable(error));
  return text.length <= LONGEST_ERROR ? text : JSON.stringify(storable({ messageKey: error.messageKey, message: error.message }));
}

/** Enough to tell two offices apart, too little to tell two people apart: a /24 or a /48. */
export function hidden(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0');
  const [head = ''] = plain.split('%');
  const groups = head.split('::')[0]?.split(':').filter(Boolean).slice(0, 3) ?? [];
  return `${groups.join(':')}::`;
}
