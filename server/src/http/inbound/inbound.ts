import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { InboundRequest } from '../../adapters/adapter.ts';
import type { OpenChannel } from '../../adapters/desk.ts';
import { inboundUrl } from '../../adapters/desk.ts';
import { keepPayloads, tenantOfChannel } from '../../domain/channels/index.ts';
import { Failure } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { type Ctx, createContext } from '../../storage/context.ts';
import { createGatherer } from '../../storage/gather.ts';
import { refuseStranger } from '../admit.ts';
import type { HttpDeps } from '../deps.ts';

/** A mail with its attachments in base64 is the largest thing a provider posts. */
const BODY_LIMIT_BYTES = 50 * 1_048_576;
const REMEMBERED_CHANNELS = 100_000;

/** What may be needed to read a payload again. Credentials are not kept. */
const KEPT_HEADERS = ['content-type', 'x-hub-signature-256', 'x-twilio-signature', 'i-twilio-idempotency-token', 'user-agent'];

/**
 * Where providers call. Signature over the raw bytes, bytes and work kept, 200: everything else happens later, so that a
 * burst of callbacks costs one insert each, and what was answered with 200 cannot be lost.
 */
export async function addInbound(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const find = createFinder(deps);
    const keep = createGatherer(keepPayloads);
    scope.get('/inbound/:channelId', { config: { operationId: 'answerChallenge' } }, async (request, reply) => {
      const { open } = await find(request);
      const challenge = open.adapter.answerChallenge?.(open.settings, new URLSearchParams(request.url.split('?')[1] ?? ''));
      if (challenge === undefined) return refuse(deps, request, open, 'The verify token is not the one this channel was given');
      return reply.type('text/plain').send(challenge);
    });
    scope.post(
      '/inbound/:channelId',
      { config: { operationId: 'receiveCallback' }, bodyLimit: BODY_LIMIT_BYTES },
      async (request, reply) => {
        const { open, ctx } = await find(request);
        const wanted = toInbound(deps, open, request);
        if (!open.adapter.verify(open.settings, wanted))
          return refuse(
            deps,
            request,
            open,
            'The signature does not match: check the secret in the channel’s settings, and PUBLIC_URL',
          );
        const { url, body } = wanted;
        await keep(ctx, { id: newId(deps.clock), channelId: open.channel.id, url, headers: keptHeaders(request), body });
        deps.metrics.inboundCallbacks.add(1, { channel: open.channel.type, kept: true });
        return answer(reply, open);
      },
    );
  });
}

/** Which tenant a channel belongs to never changes, so it is asked once. */
function createFinder(deps: HttpDeps): (request: FastifyRequest) => Promise<{ open: OpenChannel; ctx: Ctx }> {
  const tenants = new LRUCache<string, string>({ max: REMEMBERED_CHANNELS });
  return async (request) => {
    const channelId = (request.params as { channelId: string }).channelId.toLowerCase();
    if (!isId(channelId)) throw new Failure('channel_not_found');
    const tenantId = tenants.get(channelId) ?? (await tenantOfChannel(deps.directory, channelId));
    if (tenantId === undefined) throw new Failure('channel_not_found');
    tenants.set(channelId, tenantId);
    const ctx = createContext({ ...deps, log: request.log as Ctx['log'] }, tenantId);
    const open = await deps.desk.open(ctx, channelId);
    if (!open) throw new Failure('channel_not_found');
    return { open, ctx };
  };
}

/** Providers sign the URL they were given, which is the public one and not the one a proxy calls. */
const toInbound = (deps: HttpDeps, { channel }: OpenChannel, request: FastifyRequest): InboundRequest => {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  return {
    url: inboundUrl(deps.config, channel.id) + query,
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    receivedAt: deps.clock.now(),
  };
};

const keptHeaders = (request: FastifyRequest): Record<string, unknown> =>
  Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  );

function answer(reply: FastifyReply, { adapter }: OpenChannel): FastifyReply {
  const { contentType, body } = adapter.answer ?? { contentType: 'application/json', body: '{"success":true}' };
  return reply.type(contentType).send(body);
}

async function refuse(deps: HttpDeps, request: FastifyRequest, { channel }: OpenChannel, message: string): Promise<never> {
  deps.metrics.inboundCallbacks.add(1, { channel: channel.type, kept: false });
  throw await refuseStranger(deps, request, new Failure('unauthorized', { message }));
}
