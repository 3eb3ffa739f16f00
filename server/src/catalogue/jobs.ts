import { z } from 'zod';
import { defineJob } from '../engine/job.ts';

const minute = 60;
const hour = 60 * minute;

/** Everything that runs later, policy in sight. Inputs hold ids, never bodies. */
export const jobs = {
  fanOutEvent: defineJob({
    name: 'fan_out_event',
    input: z.object({ eventId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    laneLimit: 100,
    tenantLimit: 100,
  }),
  /** For tenants with an endpoint that asked for order: the events of a chat are told one after the other. */
  fanOutOrdered: defineJob({
    name: 'fan_out_ordered',
    input: z.object({ eventId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    laneLimit: 1,
    tenantLimit: 100,
  }),
  deliverWebhook: defineJob({
    name: 'deliver_webhook',
    input: z.object({ eventId: z.string(), webhookId: z.string() }),
    retryAfterSeconds: [5, minute],
    laneLimit: 50,
    tenantLimit: 400,
  }),
  /** For endpoints that asked for order: one in flight per endpoint and chat. */
  deliverOrdered: defineJob({
    name: 'deliver_ordered',
    input: z.object({ eventId: z.string(), webhookId: z.string() }),
    retryAfterSeconds: [5, minute],
    laneLimit: 1,
    tenantLimit: 400,
  }),
  replayWebhook: defineJob({
    name: 'replay_webhook',
    input: z.object({ webhookId: z.string(), from: z.string(), until: z.string(), afterId: z.string() }),
    retryAfterSeconds: [5, minute, hour],
    laneLimit: 1,
    tenantLimit: 4,
  }),
  wakeChat: defineJob({
    name: 'wake_chat',
    input: z.object({ chatId: z.string(), snoozedUntil: z.string() }),
    retryAfterSeconds: [5, minute],
    laneLimit: 10,
    tenantLimit: 100,
  }),
} as const;
