import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { isRequestId } from '../domain/requests/index.ts';
import type { Caller } from '../domain/tokens/index.ts';
import type { Clock } from '../platform/clock.ts';
import { Failure } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { admit } from './admit.ts';
import { answer } from './answer.ts';
import { createParserErrorHandler } from './broken-requests.ts';
import { admitBrowsers } from './cors.ts';
import type { HttpDeps } from './deps.ts';
import { failureKeys } from './failure-keys.ts';
import { sendFailure } from './failures.ts';
import { addInbound } from './inbound/inbound.ts';
import { type Version, versions } from './index.ts';
import { acceptOnlyJson } from './json-parser.ts';
import { onRequestEnd, type RequestEndHandler } from './on-request-end.ts';
import { admitOpen, answerOpen } from './open.ts';
import { addPublicFiles } from './public/files.ts';
import { addOidc } from './public/oidc.ts';
import { addPublicPages } from './public/pages.ts';
import { addUnsubscribe } from './public/unsubscribe.ts';
import { limitBodies } from './request-bodies.ts';
import { checkRequestHead, ignoreExpectHeader, LARGEST_HEAD_BYTES } from './request-head.ts';
import { logRequest, recordErrors } from './request-log.ts';
import { isOpen, type Route } from './route.ts';
import { traceRequests } from './trace-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    rawBody: string;
    /** The error of the response, as JSON. */
    errorGiven: string | null;
  }
  interface FastifyContextConfig {
    operationId?: string;
    hasSecretPath?: boolean;
    /** In tests: the failures that the operation declares. */
    mayFail?: ReadonlySet<string>;
  }
}

const BODY_LIMIT_BYTES = 1_048_576;
const HEADERS_TIMEOUT_MS = 30_000;
/** An idle connection is closed after this time: a client that does not read its response would keep it open indefinitely. */
const IDLE_TIMEOUT_MS = 120_000;
/** For large files over slow connections. An upload needs a token. */
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
    // Node would answer a request without Host with an empty 400; checkRequestHead sends a failure response.
    http: { maxHeaderSize: LARGEST_HEAD_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    rewriteUrl: (raw) => wellFormedUrl(raw.url ?? '/'),
    routerOptions: { maxParamLength: LARGEST_HEAD_BYTES },
    clientErrorHandler: createParserErrorHandler(deps),
  }) as unknown as FastifyInstance;
  app.decorateRequest('caller', null);
  app.decorateRequest('rawBody', '');
  app.decorateRequest('errorGiven', null);
  acceptOnlyJson(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    done();
  });
  ignoreExpectHeader(app);
  admitBrowsers(app, deps.config);
  // Checked when the response is sent: a request that began before the drain must not keep its connection open.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (deps.health.draining) reply.header('connection', 'close');
    done(null, payload);
  });
  onRequestEnd(app, [measure(deps), logRequest(deps), traceRequests(app, deps)]);
  recordErrors(app, deps);
  app.setErrorHandler((error, request, reply) => sendFailure(deps, error, request, reply));
  app.addHook('onRequest', (request, _reply, done) => {
    checkRequestHead(request);
    done();
  });
  limitBodies(app, deps);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !hasEmptyId(request)) return done();
    void refuseUnknownRoute(deps, request, reply, done); // before the body is read
  });
  for (const version of versions) for (const route of version.routes) if (!route.upload) addRoute(app, deps, version, route);
  await app.register((app) => addUploads(app, deps));
  addPublicFiles(app, deps);
  addOidc(app, deps);
  await addUnsubscribe(app, deps);
  await addInbound(app, deps);
  await addPublicPages(app, deps);
  return app;
}

/** Adds the upload routes: only they accept forms, and nothing else. */
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
    onRequest: (request, reply) =>
      isOpen(route) ? admitOpen(deps, version, request, reply) : admit(deps, version, route, request, reply),
    handler: (request, reply) =>
      isOpen(route) ? answerOpen(deps, route, request, reply) : answer(deps, route, request.caller as Caller, request, reply),
  });
}

/** Returns the request id of the caller if it is printable, so that both logs can be compared, or a new one. */
const requestId = (given: string | string[] | undefined, clock: Clock): string =>
  typeof given === 'string' && isRequestId(given) ? given : newId(clock);

/** Escapes the percent signs of a URL with invalid escapes: any string is accepted as an id. */
function wellFormedUrl(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

/** Writes one log line and one metric per request. */
const measure =
  ({ log, metrics }: HttpDeps): RequestEndHandler =>
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

/** A path such as `/v3/labels/` has an empty id: it does not exist. */
function hasEmptyId({ params }: FastifyRequest): boolean {
  for (const name in params as object) if (name !== '*' && (params as Record<string, string>)[name] === '') return true;
  return false;
}

async function refuseUnknownRoute(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  refuse: (error: Error) => void,
): Promise<void> {
  const path = request.url.split('?')[0] ?? '/';
  const version = versions.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  try {
    if (version) await admit(deps, version, undefined, request, reply);
    refuse(noSuchRoute(version, path));
  } catch (error) {
    refuse(error as Error);
  }
}

function noSuchRoute(version: Version | undefined, path: string): Failure {
  const others = version?.routes.filter((route) => pathPattern(version.prefix + route.path).test(path)) ?? [];
  if (others.length === 0) return new Failure('route_not_found');
  return new Failure('method_not_allowed', { headers: { allow: others.flatMap(methodsOf).join(', ') } });
}

/** HEAD is supported wherever GET is. */
const methodsOf = ({ method }: Route): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);
