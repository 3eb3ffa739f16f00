import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hasFeature, SUSPENDED_LOOK_AGAIN_MS } from '../domain/tenants/index.ts';
import {
  afterAttempt,
  type BreakerState,
  beforeAttempt,
  createRecorder,
  newBreaker,
  type Pending,
  type Result,
  recordOutcome,
  secretLabel,
  selectPending,
} from '../domain/webhooks/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { PostOutcome, SafeFetch } from '../platform/safe-fetch.ts';
import type { SecretBox } from '../platform/secrets.ts';
import { signingKey, signWith } from '../platform/signing.ts';
import { originFrom } from '../platform/tracing.ts';
import { asJob, type ExternalHandler } from '../queue/index.ts';
import type { Ctx } from '../storage/context.ts';
import { render } from './render.ts';

const PAUSED_LOOK_AGAIN_MS = 60_000;
const REMEMBERED_ENDPOINTS = 50_000;
const REMEMBERED_KEYS = 5_000;

export type DeliverDeps = { safeFetch: SafeFetch; secrets: SecretBox; metrics: Metrics };
type AttemptDeps = Pick<DeliverDeps, 'safeFetch' | 'metrics'> & { keysOf: KeysOf };

/** Sends events to their endpoints: load a batch, call each endpoint, record each outcome under the fence. */
export function createDeliverer({ safeFetch, secrets, metrics }: DeliverDeps): ExternalHandler {
  const deps: AttemptDeps = { safeFetch, metrics, keysOf: createKeyReader(secrets) };
  const breakers = new LRUCache<string, BreakerState>({ max: REMEMBERED_ENDPOINTS });
  const record = createRecorder();
  const breakerOf = (webhookId: string) => {
    const known = breakers.get(webhookId) ?? newBreaker();
    breakers.set(webhookId, known);
    return known;
  };
  return async (ctx, refs, done) => {
    const pending = new Map((await selectPending(ctx, refs)).map((delivery) => [delivery.id, delivery]));
    const ended = await Promise.allSettled(
      refs.map(async (ref) => {
        const delivery = pending.get(ref.id);
        if (delivery) await deliverOne(ctx, deps, breakerOf(delivery.webhookId), delivery, record);
        done(ref); // recorded now, or by another worker before
      }),
    );
    for (const one of ended) if (one.status === 'rejected') throw one.reason; // when all of them are over
  };
}

const deliverOne = (
  ctx: Ctx,
  deps: AttemptDeps,
  breaker: BreakerState,
  delivery: Pending,
  record: ReturnType<typeof createRecorder>,
): Promise<void> =>
  asJob(ctx, { name: delivery.job }, delivery, async (ctx) => {
    await record(ctx, await attempt(ctx, deps, breaker, delivery));
  });

/** Makes one attempt, or returns the reason why there is none. */
async function attempt(ctx: Ctx, deps: AttemptDeps, breaker: BreakerState, delivery: Pending): Promise<Result> {
  const { url, event, webhookStatus } = delivery;
  if (url === null || event === null || webhookStatus === 'disabled') return without(delivery, null);
  const nowMs = ctx.clock.now().getTime();
  if (!(await hasFeature(ctx, 'webhooks'))) return without(delivery, new Date(nowMs + SUSPENDED_LOOK_AGAIN_MS));
  if (webhookStatus === 'paused') return without(delivery, new Date(nowMs + PAUSED_LOOK_AGAIN_MS));
  const permit = beforeAttempt(breaker, nowMs);
  if (!permit.go) return without(delivery, new Date(permit.untilMs));
  const startedAt = ctx.clock.now();
  const outcome = await postAsSpan(ctx, deps, delivery, url, event);
  const result = verify(ctx, delivery, outcome, url, startedAt);
  recordOutcome(breaker, result.health === 'failing', ctx.clock.now().getTime());
  deps.metrics.deliverySeconds.record(outcome.durationMs / 1000, {
    outcome: outcome.kind === 'answered' ? `${Math.floor(outcome.status / 100)}xx` : outcome.error,
  });
  return result;
}

const without = (delivery: Pending, dueAt: Date | null): Result => ({
  id: delivery.id,
  attempt: delivery.attempt,
  webhookId: delivery.webhookId,
  status: dueAt ? 'pending' : 'failed',
  dueAt,
  sent: null,
  health: 'unknown',
});

/** A payload or a secret that cannot be made fails this delivery, not the others of its batch. */
const broken = (error: unknown): PostOutcome => ({
  kind: 'failed',
  error: 'protocol',
  message: `not sent: ${(error as Error).message}`,
  durationMs: 0,
});

async function postAsSpan(...[ctx, deps, delivery, url, event]: Parameters<typeof post>): Promise<PostOutcome> {
  const span = ctx.tracing?.start('webhook attempt', {
    kind: 'client',
    parent: ctx.origin?.traceparent,
    attributes: { 'server.address': new URL(url).host, 'patchbay.event': event.type, 'patchbay.webhook_id': delivery.webhookId },
  });
  const outcome = await post({ ...ctx, origin: originFrom(ctx.origin, span) }, deps, delivery, url, event).catch(broken);
  if (outcome.kind === 'answered') span?.set({ 'http.response.status_code': outcome.status });
  span?.end(outcome.kind === 'failed' ? new Error(outcome.message) : undefined);
  return outcome;
}

async function post(
  ctx: Ctx,
  deps: AttemptDeps,
  delivery: Pending,
  url: string,
  event: NonNullable<Pending['event']>,
): Promise<PostOutcome> {
  const body = render(ctx.tenantId, event, delivery.v2Type);
  const signature = signWith(deps.keysOf(ctx, delivery), event.id, ctx.clock.now(), body);
  const { traceparent } = ctx.origin ?? {};
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Patchbay-Webhooks/1',
    ...signature,
    ...(traceparent !== undefined && { traceparent }),
  };
  return deps.safeFetch.post({ url, headers, body, owner: ctx.tenantId });
}

type KeysOf = (ctx: Ctx, delivery: Pending) => KeyObject[];

/** Returns the keys that sign a delivery: during a rotation the old secret signs too, until its time is over. Keys stay in memory opened. */
function createKeyReader(secrets: SecretBox): KeysOf {
  const opened = new LRUCache<string, { sealed: Buffer; key: KeyObject }>({ max: REMEMBERED_KEYS });
  const keyOf = (webhookId: string, sealed: Buffer, place: 'current' | 'previous'): KeyObject => {
    const known = opened.get(`${webhookId} ${place}`);
    if (known?.sealed.equals(sealed)) return known.key;
    const key = signingKey(secrets.open(sealed, secretLabel(webhookId)));
    opened.set(`${webhookId} ${place}`, { sealed, key });
    return key;
  };
  return (ctx, { sealedSecret, sealedPreviousSecret, previousSecretUntil, webhookId }) => {
    const current = keyOf(webhookId, sealedSecret, 'current');
    const overlaps = sealedPreviousSecret !== null && previousSecretUntil !== null && ctx.clock.now() < previousSecretUntil;
    return overlaps ? [current, keyOf(webhookId, sealedPreviousSecret, 'previous')] : [current];
  };
}

function verify(ctx: Ctx, delivery: Pending, outcome: PostOutcome, url: string, startedAt: Date): Result {
  const answered = outcome.kind === 'answered' ? outcome : null;
  const next = afterAttempt(outcome, delivery.tries + 1, delivery.failingSince, ctx.clock.now(), Math.random());
  return {
    id: delivery.id,
    attempt: delivery.attempt,
    webhookId: delivery.webhookId,
    status: next.do === 'done' ? 'succeeded' : next.do === 'retry' ? 'pending' : 'failed',
    dueAt: next.do === 'retry' ? next.at : null,
    sent: {
      url,
      startedAt,
      durationMs: outcome.durationMs,
      statusCode: answered?.status ?? null,
      error: outcome.kind === 'failed' ? `${outcome.error}: ${outcome.message}` : null,
      responseBody: answered?.body.replaceAll('\0', '') ?? null,
    },
    health: next.do === 'done' ? (delivery.failingSince ? 'answered' : 'unknown') : 'failing',
    ...(next.do === 'disable' && { disable: next.reason }),
  };
}
