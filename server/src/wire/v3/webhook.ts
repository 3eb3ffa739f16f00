import { z } from 'zod';
import type {
  DeliveryStatistics as CountedDeliveries,
  DeliveryAttempt,
  Delivery as DomainDelivery,
  Webhook as DomainWebhook,
} from '../../domain/webhooks/index.ts';
import { channelTypes } from '../../registry/channels.ts';
import { id, isoTime, isoTimeOrNull, periods, time, timeInput } from './shapes.ts';

const scope = z.strictObject({
  type: z.enum(['channel', 'channel_type']),
  ids: z.array(z.string().min(1).max(200)).min(1).max(1_000),
});

export const Webhook = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    url: z.string(),
    status: z.enum(['active', 'paused', 'disabled']),
    events: z.array(z.strictObject({ type: z.string().nullable(), scopes: z.array(scope) })),
    isOrdered: z.boolean(),
    failingSince: time.nullable(),
    disabledReason: z.string().nullable(),
    payloadVersion: z
      .enum(['v2', 'v3'])
      .describe(
        'The shape of what is delivered: v2 for a webhook that was made through version 2 and that version 2 can still express.',
      ),
    isSuspended: z
      .boolean()
      .describe("True while the tenant's plan does not include this feature. It is paused, and resumes after an upgrade."),
    notice: z
      .string()
      .nullable()
      .describe(
        'In the answer to a change that takes a webhook away from version 2: what that means. Null in every other answer.',
      ),
  })
  .meta({ id: 'Webhook' });

/** The signing secret is shown only when it is created. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });

/** State of a webhook that is not in its row. */
type Circumstances = { isSuspended: boolean; notice: string | null };

export const toWebhook = (webhook: DomainWebhook, { isSuspended, notice }: Circumstances): z.infer<typeof Webhook> => ({
  id: webhook.id,
  createdAt: isoTime(webhook.createdAt),
  updatedAt: isoTime(webhook.updatedAt),
  url: webhook.url,
  status: webhook.status,
  events: webhook.events,
  isOrdered: webhook.isOrdered,
  failingSince: isoTimeOrNull(webhook.failingSince),
  disabledReason: webhook.disabledReason,
  payloadVersion: webhook.v2Type === null ? 'v3' : 'v2',
  isSuspended,
  notice,
});

const scopeInput = scope.superRefine(({ type, ids }, issues) => {
  for (const [i, one] of ids.entries()) {
    if (type === 'channel_type' && !(channelTypes as string[]).includes(one)) {
      issues.addIssue({ code: 'invalid_value', values: channelTypes, path: ['ids', i], input: one });
    }
  }
});

const eventInput = (types: readonly string[]) =>
  z
    .strictObject({ type: z.enum(types as [string, ...string[]]).nullish(), scopes: z.array(scopeInput).max(10).default([]) })
    .transform((event) => ({ type: event.type ?? null, scopes: event.scopes }));

/** Limits the ids of all events of a webhook: enough for twenty event types of a hundred channels. */
const MOST_IDS = 2_000;

const eventsInput = (types: readonly string[]) =>
  z
    .array(eventInput(types))
    .min(1)
    .max(100)
    .superRefine((events, issues) => {
      const ids = events.reduce((sum, { scopes }) => scopes.reduce((sum, { ids }) => sum + ids.length, sum), 0);
      if (ids > MOST_IDS)
        issues.addIssue({ code: 'too_big', origin: 'array', maximum: MOST_IDS, input: events, message: TOO_MANY_IDS });
    })
    .describe(`All scopes together name at most ${MOST_IDS} ids.`);

const TOO_MANY_IDS = `The scopes of a webhook name at most ${MOST_IDS} ids in all; leave out type or scopes, or make several webhooks`;

const url = z.string().min(1).max(2_048);
const status = z.enum(['active', 'paused']);

/** The route passes the event types of the registry in. */
export const webhookBodies = (types: readonly string[]) => ({
  WebhookCreate: z.strictObject({
    url,
    events: eventsInput(types),
    isOrdered: z.boolean().default(false),
  }),
  WebhookUpdate: z.strictObject({
    url: url.optional(),
    events: eventsInput(types).optional(),
    status: status.optional(),
    isOrdered: z.boolean().optional(),
  }),
});

export const SecretRotate = z.strictObject({ overlapHours: z.number().min(0).max(168).default(24) });
export const WebhookReplay = z.strictObject({ from: timeInput, until: timeInput.optional() });

const Attempt = z.strictObject({
  number: z.int(),
  url: z.string(),
  startedAt: time,
  durationMs: z.int(),
  statusCode: z.int().nullable(),
  error: z.string().nullable(),
  responseBody: z.string().nullable(),
});

const LastAttempt = Attempt.omit({ number: true, url: true, responseBody: true });

export const Delivery = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    webhookId: id,
    eventId: id,
    eventType: z.string(),
    status: z.enum(['pending', 'succeeded', 'failed']),
    tries: z.int(),
    nextTryAt: time.nullable(),
    lastAttempt: LastAttempt.nullable().describe('The result of the latest attempt; null before the first one.'),
  })
  .meta({ id: 'Delivery' });

export const DeliveryWithAttempts = Delivery.extend({ attempts: z.array(Attempt) });

export const toDelivery = (delivery: DomainDelivery): z.infer<typeof Delivery> => ({
  id: delivery.id,
  createdAt: isoTime(delivery.createdAt),
  updatedAt: isoTime(delivery.updatedAt),
  webhookId: delivery.webhookId,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  status: delivery.status,
  tries: delivery.tries,
  nextTryAt: isoTimeOrNull(delivery.nextTryAt),
  lastAttempt: delivery.lastAttempt && { ...delivery.lastAttempt, startedAt: isoTime(delivery.lastAttempt.startedAt) },
});

export const toDeliveryWithAttempts = (
  delivery: DomainDelivery & { attempts: DeliveryAttempt[] },
): z.infer<typeof DeliveryWithAttempts> => ({
  ...toDelivery(delivery),
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, startedAt: isoTime(attempt.startedAt) })),
});

const milliseconds = z.int().nullable();

export const DeliveryStatisticsRead = z.strictObject(periods);
export const DeliveryStatistics = z
  .strictObject({
    periods: z.array(
      z.strictObject({
        from: time,
        deliveries: z.int(),
        succeeded: z.int(),
        failed: z.int(),
        pending: z.int(),
        attempts: z.int(),
        medianMs: milliseconds.describe('Half of the attempts were faster. Null if there was no attempt.'),
        p95Ms: milliseconds.describe('95 of 100 attempts were faster. Null if there was no attempt.'),
      }),
    ),
    isExact: z.boolean().describe('False if there were more deliveries than were counted; the newest were.'),
  })
  .meta({ id: 'DeliveryStatistics' });

export const toDeliveryStatistics = (counted: CountedDeliveries): z.infer<typeof DeliveryStatistics> => ({
  periods: counted.periods.map(({ from, ...counts }) => ({ from: isoTime(from), ...counts })),
  isExact: counted.isExact,
});
