import { startNext } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type LiveEventData, publishLiveBounded } from '../../registry/live-events.ts';
import { createBatcher } from '../../storage/batcher.ts';
import { type Ctx, commitWithoutWaiting, inTransaction } from '../../storage/context.ts';
import { type Recorded, recordAttempts, saveHealth } from './deliveries.store.ts';
import { disableWebhook } from './webhooks.ts';

const MOST_AT_ONCE = 250;

/** The result of an attempt, and the health of its endpoint. */
export type Result = Recorded & { webhookId: string; health: 'answered' | 'failing' | 'unknown'; disable?: string };

/** Saves the results of one tenant in batches. */
export const createRecorder = () => createBatcher<Result>(record, MOST_AT_ONCE);

/**
 * Job, delivery, attempt, the endpoint's health and the next jobs of its concurrency key: all of it, or none. It does not wait for the
 * disk: should the database crash in that moment, the job is still there and its event is delivered once more, under the
 * same id, as it would be had the worker died.
 */
export function record(ctx: Ctx, results: Result[]): Promise<undefined> {
  return inTransaction(ctx, async (ctx) => {
    const [freed] = await Promise.all([recordAttempts(ctx, results), commitWithoutWaiting(ctx)]);
    await startNext(ctx, [jobs.deliverWebhook, jobs.deliverOrdered], freed);
    await saveHealth(ctx, withHealth(results, 'answered'), withHealth(results, 'failing'));
    const gone = new Map(results.flatMap(({ webhookId, disable }) => (disable ? [[webhookId, disable] as const] : [])));
    for (const [webhookId, reason] of gone) await disableWebhook(ctx, webhookId, reason);
    publishLiveBounded(ctx, 'delivery.updated', results.flatMap(attemptData));
    return undefined;
  });
}

/** The most characters of an error on the feed; the delivery has all of it. */
const MOST_ERROR_CHARS = 200;

/** Returns an attempt as the live feed carries it; nothing for a delivery that was only put off. */
const attemptData = ({ id, webhookId, status, attempt, dueAt, sent }: Result): LiveEventData<'delivery.updated'>[] =>
  sent === null && status === 'pending'
    ? []
    : [
        {
          id,
          webhookId,
          status,
          attempt,
          statusCode: sent?.statusCode ?? null,
          error: sent?.error?.slice(0, MOST_ERROR_CHARS).toWellFormed() ?? null,
          durationMs: sent ? Math.round(sent.durationMs) : null,
          nextAttemptAt: dueAt?.toISOString() ?? null,
        },
      ];

/** Returns the endpoints with this health. */
const withHealth = (results: Result[], health: Result['health']): string[] => [
  ...new Set(results.filter((result) => result.health === health).map((result) => result.webhookId)),
];
