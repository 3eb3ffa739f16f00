import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createByteBudget } from '../platform/byte-budget.ts';
import type { Config } from '../platform/config.ts';
import { Failure } from '../platform/errors.ts';
import type { HttpDeps } from './deps.ts';

/** A body must be complete within this time. Only uploads, which need a token, may take longer. */
export const BODY_DEADLINE_MS = 30_000;
/** Bodies up to this size have a memory budget of their own, so that large ones cannot block them. Nearly all bodies are smaller. */
const SMALL_BODY_BYTES = 65_536;
/** The share of the memory budget for small bodies. */
const SMALL_PART = 1 / 8;
/** The share of each budget that one tenant can use. */
const TENANT_PART = 1 / 2;
/** A refused body up to this size is read and discarded, so that the client gets the response; a larger one closes the connection. */
const MOST_DISCARDED_BYTES = 1_048_576;
/** An upload to S3 has two parts of 8 MiB in memory; one to a disk is written directly. */
const S3_UPLOAD_BYTES = 16 * 1_048_576;
const RETRY_AFTER_SECONDS = '5';

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant and the size limit of the body, once known. Otherwise the limit of the route applies. */
    bodyOf: { tenantId: string; limitBytes: number } | null;
  }
  interface FastifyContextConfig {
    isUpload?: boolean;
  }
}

/** Limits the time and memory of bodies, for all routes of the process. A body is read only after its request was admitted. */
export function limitBodies(app: FastifyInstance, deps: Pick<HttpDeps, 'config' | 'metrics'>): void {
  const { config, metrics } = deps;
  const budgets = createBudgets(config);
  metrics.gauge(
    'patchbay_request_body_bytes',
    'Bytes of request bodies that this process holds or has promised to hold',
    (result) => result.observe(budgets.usedBytes()),
  );
  app.decorateRequest('bodyOf', null);
  // Hooks with a callback: three promises less for each request, of which most have no body.
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw) && !request.routeOptions.config.isUpload) limitTime(request, reply);
    done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bytesToHold(request, config);
    if (bytes === 0) return done(null, payload);
    const owner = request.caller?.tenantId ?? request.bodyOf?.tenantId ?? request.ip;
    const release = budgets.reserve(owner, bytes);
    if (!release) {
      metrics.bodiesRefused.add(1);
      return done(busy());
    }
    reply.raw.once('close', release);
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isTooLargeToDiscard(request)) reply.header('connection', 'close');
    done(null, payload);
  });
}

function createBudgets({ REQUEST_BODIES_MAX_BYTES: total }: Pick<Config, 'REQUEST_BODIES_MAX_BYTES'>) {
  const part = (bytes: number) => createByteBudget({ totalBytes: bytes, perKeyBytes: bytes * TENANT_PART });
  const small = part(total * SMALL_PART);
  const large = part(total * (1 - SMALL_PART));
  return {
    reserve: (owner: string, bytes: number) => (bytes <= SMALL_BODY_BYTES ? small : large).reserve(owner, bytes),
    usedBytes: () => small.usedBytes() + large.usedBytes(),
  };
}

const busy = (): Failure =>
  new Failure('service_unavailable', {
    message:
      'Too many large request bodies are being read right now; send this one again after the time in the Retry-After header',
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Returns how much memory a body can need: its declared length, or the limit when it declares none. */
function bytesToHold(request: FastifyRequest, { FILE_STORE }: Pick<Config, 'FILE_STORE'>): number {
  const { raw, method, routeOptions, bodyOf } = request;
  if (!hasBody(raw) || method === 'GET' || method === 'HEAD') return 0; // not read
  const limit = bodyOf?.limitBytes ?? routeOptions.bodyLimit;
  const declared = Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (!routeOptions.config.isUpload) return declared > limit && Number.isFinite(declared) ? 0 : Math.min(declared, limit);
  return FILE_STORE === 's3' ? Math.min(declared, S3_UPLOAD_BYTES) : 0;
}

/** Closes the connection of a client whose body is not complete in time. */
function limitTime({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  const late = () => {
    if (reply.raw.headersSent) return void raw.socket.destroy();
    const error = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.server.emit('clientError', error, raw.socket);
  };
  const timer = setTimeout(late, BODY_DEADLINE_MS).unref();
  const inTime = () => clearTimeout(timer);
  raw.once('end', inTime).once('close', inTime);
}

function isTooLargeToDiscard({ raw, routeOptions }: FastifyRequest): boolean {
  if (raw.complete || routeOptions.config.isUpload || !hasBody(raw)) return false;
  return Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY) > MOST_DISCARDED_BYTES;
}

/**
 * Reads a whole body, up to its limit. The connection stays open for the response. With a declared length the chunks are copied as they
 * arrive: joining those of 8 MB at the end would block the event loop for 20 ms.
 */
export async function readBody(payload: Readable, limitBytes: number, declaredBytes = 0): Promise<Buffer> {
  if (declaredBytes > limitBytes) throw new Failure('payload_too_large');
  let body: Buffer = Buffer.allocUnsafeSlow(declaredBytes || FIRST_BYTES);
  let bytes = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      if (bytes + chunk.length > limitBytes) throw new Failure('payload_too_large');
      if (bytes + chunk.length > body.length) body = larger(body, bytes, chunk.length);
      bytes += chunk.copy(body, bytes);
    }
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('invalid_body_params', { message: 'The body broke off before its end' });
  }
  return body.subarray(0, bytes);
}

const FIRST_BYTES = 65_536;

function larger(body: Buffer, used: number, more: number): Buffer {
  const next = Buffer.allocUnsafeSlow(Math.max(used + more, 2 * body.length));
  body.copy(next, 0, 0, used);
  return next;
}
