import { isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId, timeOfId } from '../platform/ids.ts';
import { sanitizeText } from '../platform/sanitize-text.ts';
import type { HttpDeps } from './deps.ts';
import type { RequestEndHandler } from './on-request-end.ts';

/** Longer errors are stored without their list of invalid parameters. */
const LONGEST_ERROR = 4_000;

/** Stores the error of a response until the request ends. */
export function recordErrors(app: FastifyInstance, { requestLog }: HttpDeps): void {
  if (!requestLog.isOn) return;
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && request.caller && typeof payload === 'string') request.errorGiven = errorIn(payload);
    done(null, payload);
  });
}

/** Writes an entry for every request of an authenticated caller, even if the caller left before the response. */
export const logRequest =
  ({ requestLog, clock }: HttpDeps): RequestEndHandler =>
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
      address: anonymize(address),
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
  const text = JSON.stringify(sanitizeText(error));
  return text.length <= LONGEST_ERROR
    ? text
    : JSON.stringify(sanitizeText({ messageKey: error.messageKey, message: error.message }));
}

/** Returns the /24 or /48 network of an address: it identifies an office, not a person. */
export function anonymize(address: string): string {
  const plain = address.replace(/^::ffff:/, '');
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0');
  const [head = ''] = plain.split('%');
  const groups = head.split('::')[0]?.split(':').filter(Boolean).slice(0, 3) ?? [];
  return `${groups.join(':')}::`;
}
