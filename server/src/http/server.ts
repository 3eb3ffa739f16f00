import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { isRequestId } from '../domain/requests/index.ts';
import type { Caller } from '../domain/tokens/index.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { Failure } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { admit } from './admit.ts';
import { answer, refusal } from './answer.ts';
import { admitBrowsers } from './cors.ts';
import type { HttpDeps } from './deps.ts';
import { failureKeys } from './failure-keys.ts';
import { sendFailure } from './failures.ts';
import { addInbound } from './inbound/inbound.ts';
import { type Version, versions } from './index.ts';
import { parseJsonBody } from './json-body.ts';
import { keepErrors, noteRequest } from './note-request.ts';
import { addPublicFiles } from './public/files.ts';
import { addPublicPages } from './public/pages.ts';
import { addUnsubscribe } from './public/unsubscribe.ts';
import { BODY_DEADLINE_MS, limitBodies } from './request-bodies.ts';
import type { Route } from './route.ts';
import { type Teller, whenOver } from './when-over.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    rawBody: string;
    /** The error as it was answered, as JSON. */
    errorGiven: string | null;
  }
  interface FastifyContextConfig {
    operationId?: string;
    hasSecretPath?: boolean;
    /** In the tests: what the operation says that it can fail with. */
    mayFail?: ReadonlySet<string>;
  }
}

const BODY_LIMIT_BYTES = 1_048_576;
const HEADER_LIMIT_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 30_000;
/** A connection on which nothing moves for so long is closed: a caller that does not read its answer would hold it for ever. */
const IDLE_TIMEOUT_MS = 120_000;
/** How long an answer to a broken request may take to reach its sender before the connection is closed. */
const LINGER_MS = 2_000;
/** A large file over a slow line; who sends one has shown a token. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

export async function createServer(deps: HttpDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (raw) => requestId(raw.headers['x-request-id'], deps.clock),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    trustProxy: deps.config.TRUST_PROXY,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    http: { maxHeaderSize: HEADER_LIMIT_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
    rewriteUrl: (raw) => wellFormedUrl(raw.url ?? '/'),
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    clientErrorHandler: refuseGarbage,
  }) as unknown as FastifyInstance;
  app.decorateRequest('caller', null);
  app.decorateRequest('rawBody', '');
  app.decorateRequest('errorGiven', null);
  acceptOnlyJson(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
  });
  admitBrowsers(app, deps.config);
  // Asked when the answer leaves, not when the request came: one that began before the drain must not keep its connection.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (deps.health.draining) reply.header('connection', 'close');
    done(null, payload);
  });
  whenOver(app, [measure(deps), noteRequest(deps)]);
  keepErrors(app, deps);
  app.setErrorHandler((error, request, reply) => sendFailure(deps, error, request, reply));
  limitBodies(app, deps);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await refuseUnknownRoute(deps, request, reply); // here, because later its body would have been read
  });
  for (const version of versions) for (const route of version.routes) if (!route.upload) addRoute(app, deps, version, route);
  await app.register((app) => addUploads(app, deps));
  addPublicFiles(app, deps);
  await addUnsubscribe(app, deps);
  await addInbound(app, deps);
  await addPublicPages(app, deps);
  return app;
}

/** Only these routes take forms, and they take nothing else; the handler says so in words that fit. */
async function addUploads(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  for (const version of versions) for (const route of version.routes) if (route.upload) addRoute(app, deps, version, route);
}

function addRoute(app: FastifyInstance, deps: HttpDeps, version: Version, route: Route): void {
  app.route({
    method: route.method,
    url: version.prefix + route.path,
    bodyLimit: route.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    config: {
      operationId: route.operationId,
      isUpload: route.upload ?? false,
      ...(deps.checkReplies && { mayFail: new Set(failureKeys(version, route)) }),
    },
    onRequest: (request, reply) => admit(deps, version, route, request, reply),
    handler: (request, reply) => answer(deps, route, request.caller as Caller, request, reply),
  });
}

/** The caller's own id is kept when it is one we can print, so that their log and ours meet. */
const requestId = (given: string | string[] | undefined, clock: Clock): string =>
  typeof given === 'string' && isRequestId(given) ? given : newId(clock);

/** Any string is accepted as an id, so a URL with a broken escape is one with a literal percent sign. */
function wellFormedUrl(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    try {
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new Failure('unsupported_media_type');
      request.rawBody = text as string;
      done(null, parseJsonBody(request.rawBody));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** One log line and one observation per request, whatever became of it. */
const measure =
  ({ log, metrics }: HttpDeps): Teller =>
  (request, { status, ms, isCallerGone }) => {
    const { operationId } = request.routeOptions.config;
    if (operationId === undefined && status < 400) return; // health checks and pages
    metrics.httpRequestSeconds.record(ms / 1000, { operation: operationId ?? 'none', status });
    log.info(
      {
        requestId: request.id,
        tenantId: request.caller?.tenantId,
        operation: operationId,
        method: request.method,
        path: pathOf(request),
        status,
        ms,
        ...(isCallerGone && { isCallerGone }),
      },
      'request',
    );
  };

const pathOf = ({ routeOptions, url }: FastifyRequest) =>
  routeOptions.config.hasSecretPath ? routeOptions.url : url.split('?')[0];

async function refuseUnknownRoute(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<never> {
  const path = request.url.split('?')[0] ?? '/';
  const version = versions.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  if (version) await admit(deps, version, undefined, request, reply);
  throw noSuchRoute(version, path);
}

function noSuchRoute(version: Version | undefined, path: string): Failure {
  const others = version?.routes.filter((route) => pathPattern(version.prefix + route.path).test(path)) ?? [];
  if (others.length === 0) return new Failure('route_not_found');
  return new Failure('method_not_allowed', { headers: { allow: others.map((route) => route.method).join(', ') } });
}

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);

/**
 * Answers what never became a request (broken HTTP, headers too large, a body that came too late) in the envelope. HTTP no longer
 * watches such a socket, so it is destroyed here: a sender that does not close its side would keep it open for ever.
 */
function refuseGarbage(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, message } = garbage[error.code ?? ''] ?? {
    status: '400 Bad Request',
    message: 'This is not an HTTP request we can read',
  };
  const { body } = refusal(new Failure('invalid_body_params', { message }));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${newId(systemClock)}\r\nConnection: close\r\n\r\n${body}`,
  );
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

const garbage: Record<string, { status: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: `The headers have more than ${HEADER_LIMIT_BYTES} bytes`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: `The request was not complete in time; a body has to be here within ${BODY_DEADLINE_MS / 1000} s`,
  },
};
