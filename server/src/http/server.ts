import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { isRequestId } from '../domain/requests/index.ts';
import type { Caller } from '../domain/tokens/index.ts';
import type { Clock } from '../platform/clock.ts';
import { Failure } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { admit } from './admit.ts';
import { answer } from './answer.ts';
import { createGarbageHandler } from './broken-requests.ts';
import { admitBrowsers } from './cors.ts';
import type { HttpDeps } from './deps.ts';
import { failureKeys } from './failure-keys.ts';
import { sendFailure } from './failures.ts';
import { addInbound } from './inbound/inbound.ts';
import { type Version, versions } from './index.ts';
import { acceptOnlyJson } from './json-parser.ts';
import { onRequestEnd, type Teller } from './on-request-end.ts';
import { addPublicFiles } from './public/files.ts';
import { addPublicPages } from './public/pages.ts';
import { addUnsubscribe } from './public/unsubscribe.ts';
import { limitBodies } from './request-bodies.ts';
import { checkRequestHead, LARGEST_HEAD_BYTES, takeAnyExpectation } from './request-head.ts';
import { keepErrors, logRequest } from './request-log.ts';
import type { Route } from './route.ts';

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
const HEADERS_TIMEOUT_MS = 30_000;
/** A connection on which nothing moves for so long is closed: a caller that does not read its answer would hold it for ever. */
const IDLE_TIMEOUT_MS = 120_000;
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
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    // Node answers a request without Host with an empty 400; checkRequestHead answers it in the envelope.
    http: { maxHeaderSize: LARGEST_HEAD_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    rewriteUrl: (raw) => wellFormedUrl(raw.url ?? '/'),
    routerOptions: { maxParamLength: LARGEST_HEAD_BYTES },
    clientErrorHandler: createGarbageHandler(deps),
  }) as unknown as FastifyInstance;
  app.decorateRequest('caller', null);
  app.decorateRequest('rawBody', '');
  app.decorateRequest('errorGiven', null);
  acceptOnlyJson(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    done();
  });
  takeAnyExpectation(app);
  admitBrowsers(app, deps.config);
  // Asked when the answer leaves, not when the request came: one that began before the drain must not keep its connection.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (deps.health.draining) reply.header('connection', 'close');
    done(null, payload);
  });
  onRequestEnd(app, [measure(deps), logRequest(deps)]);
  keepErrors(app, deps);
  app.setErrorHandler((error, request, reply) => sendFailure(deps, error, request, reply));
  app.addHook('onRequest', (request, _reply, done) => {
    checkRequestHead(request);
    done();
  });
  limitBodies(app, deps);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !hasEmptyId(request)) return done();
    refuseUnknownRoute(deps, request, reply).catch(done); // here, because later its body would have been read
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
    method: methodsOf(route),
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

/** `/v3/labels/` names no label: it is a path that does not exist. */
function hasEmptyId({ params }: FastifyRequest): boolean {
  for (const name in params as object) if (name !== '*' && (params as Record<string, string>)[name] === '') return true;
  return false;
}

async function refuseUnknownRoute(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<never> {
  const path = request.url.split('?')[0] ?? '/';
  const version = versions.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  if (version) await admit(deps, version, undefined, request, reply);
  throw noSuchRoute(version, path);
}

function noSuchRoute(version: Version | undefined, path: string): Failure {
  const others = version?.routes.filter((route) => pathPattern(version.prefix + route.path).test(path)) ?? [];
  if (others.length === 0) return new Failure('route_not_found');
  return new Failure('method_not_allowed', { headers: { allow: others.flatMap(methodsOf).join(', ') } });
}

/** HEAD is answered wherever GET is. */
const methodsOf = ({ method }: Route): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);
