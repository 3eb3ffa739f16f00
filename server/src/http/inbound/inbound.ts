import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { InboundRequest } from '../../adapters/adapter.ts';
import type { OpenChannel } from '../../adapters/connector.ts';
import { inboundUrl } from '../../adapters/connector.ts';
import { channelDefinitions, storePayloads, tenantOfChannel } from '../../domain/channels/index.ts';
import { Failure, found } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { createBatcher } from '../../storage/batcher.ts';
import { type Ctx, createContext } from '../../storage/context.ts';
import { refuseUnauthenticated } from '../admit.ts';
import type { HttpDeps } from '../deps.ts';
import { readBody } from '../request-bodies.ts';
import { originOf } from '../trace-requests.ts';

const REMEMBERED_CHANNELS = 100_000;

type Addressed = { open: OpenChannel; ctx: Ctx };

declare module 'fastify' {
  interface FastifyRequest {
    /** The channel of a callback, found before the body is read. */
    addressed: Addressed | null;
  }
}

/**
 * Adds the endpoint that providers call. It checks the channel and the credentials in the headers, reads the body up to the limit of the
 * provider, verifies the signature over the raw bytes, stores the payload with its job, and answers 200. Parsing happens in the job, so
 * a callback costs one insert, and a payload that was answered with 200 is not lost.
 */
export async function addInbound(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, addressed(request).open.adapter.bodyLimitBytes, Number(request.headers['content-length'] ?? 0)),
    );
    scope.decorateRequest('addressed', null);
    const find = createFinder(deps);
    const store = createBatcher(storePayloads);
    scope.addHook('onRequest', async (request) => {
      request.addressed = await find(request);
      if (request.method === 'POST') await admitCallback(deps, request, request.addressed);
    });
    scope.get('/inbound/:channelId', { config: { operationId: 'answerChallenge' } }, async (request, reply) => {
      const { open } = addressed(request);
      const challenge = open.adapter.answerChallenge?.(open.settings, new URLSearchParams(request.url.split('?')[1] ?? ''));
      if (challenge === undefined) return refuse(deps, request, open, 'The verify token is not the one this channel was given');
      return reply.type('text/plain').send(challenge);
    });
    scope.post('/inbound/:channelId', { config: { operationId: 'receiveCallback' } }, async (request, reply) => {
      const { open, ctx } = addressed(request);
      const wanted = toInbound(deps, open, request);
      if (!open.adapter.verify(open.settings, wanted)) return refuse(deps, request, open, WRONG_SIGNATURE);
      const { url, body } = wanted;
      const headers = storedHeaders(open, request);
      await store(ctx, { id: newId(deps.clock), channelId: open.channel.id, url, headers, body, origin: ctx.origin });
      deps.metrics.inboundCallbacks.add(1, { channel: open.channel.type, kept: true });
      return answer(reply, open);
    });
  });
}

const WRONG_SIGNATURE = 'The signature does not match: check the secret in the channel’s settings, and PUBLIC_URL';

const addressed = (request: FastifyRequest): Addressed => found(request.addressed, 'channel_not_found');

/** Refuses a callback by its headers: too large, or not from the provider. */
async function admitCallback(deps: HttpDeps, request: FastifyRequest, { open, ctx }: Addressed): Promise<void> {
  const { adapter, settings } = open;
  if (!adapter.verifyHeaders(settings, request.headers)) await refuse(deps, request, open, WRONG_SIGNATURE);
  if (Number(request.headers['content-length'] ?? 0) > adapter.bodyLimitBytes) throw new Failure('payload_too_large');
  request.bodyOf = { tenantId: ctx.tenantId, limitBytes: adapter.bodyLimitBytes };
}

/** Finds the channel of a callback. The tenant of a channel never changes, so it is cached. */
function createFinder(deps: HttpDeps): (request: FastifyRequest) => Promise<Addressed> {
  const tenants = new LRUCache<string, string>({ max: REMEMBERED_CHANNELS });
  return async (request) => {
    const channelId = (request.params as { channelId: string }).channelId.toLowerCase();
    if (!isId(channelId)) throw new Failure('channel_not_found');
    const tenantId = tenants.get(channelId) ?? (await tenantOfChannel(deps.directory, channelId));
    if (tenantId === undefined) throw new Failure('channel_not_found');
    tenants.set(channelId, tenantId);
    const ctx = createContext({ ...deps, log: request.log as Ctx['log'] }, tenantId, {
      kind: 'write',
      origin: originOf(request),
    });
    const open = await deps.connector.open(ctx, channelId);
    if (!open) throw new Failure('channel_not_found');
    return { open, ctx };
  };
}

/** Providers sign the public URL, not the one that a proxy calls. */
const toInbound = (deps: HttpDeps, { channel }: OpenChannel, request: FastifyRequest): InboundRequest => {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  return {
    url: inboundUrl(deps.config, channel.id) + query,
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    receivedAt: deps.clock.now(),
  };
};

const storedHeaders = ({ channel }: OpenChannel, request: FastifyRequest): Record<string, unknown> => {
  const names = channelDefinitions[channel.type].storedHeaders.filter((name) => request.headers[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, request.headers[name]]));
};

function answer(reply: FastifyReply, { adapter }: OpenChannel): FastifyReply {
  const { contentType, body } = adapter.answer ?? { contentType: 'application/json', body: '{"success":true}' };
  return reply.type(contentType).send(body);
}

async function refuse(deps: HttpDeps, request: FastifyRequest, { channel }: OpenChannel, message: string): Promise<never> {
  deps.metrics.inboundCallbacks.add(1, { channel: channel.type, kept: false });
  throw await refuseUnauthenticated(deps, request, new Failure('unauthorized', { message }));
}
