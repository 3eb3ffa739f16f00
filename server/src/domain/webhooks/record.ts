import { jobs } from '../../catalogue/jobs.ts';
import { admitNext, type Left } from '../../engine/jobs.store.ts';
import { tellAdmitted } from '../../engine/worker.ts';
import { type Ctx, commitWithoutWaiting, inTransaction } from '../../storage/context.ts';
import { noteHealth, type Recorded, recordAttempts } from './deliveries.store.ts';
import { disableWebhook } from './webhooks.ts';

const MOST_AT_ONCE = 250;

/** What an attempt came to, and what that says of its endpoint. */
export type Result = Recorded & { webhookId: string; health: 'answered' | 'failing' | 'unknown'; disable?: string };

type Waiting = { result: Result; resolve(): void; reject(error: unknown): void };

/**
 * Records results of one tenant together: while one transaction is under way the next ones gather, so batches grow with
 * the load and an idle system waits for nobody.
 */
export function createRecorder() {
  const queues = new Map<string, Waiting[]>();

  async function drain(ctx: Ctx, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST_AT_ONCE);
      try {
        await record(
          ctx,
          batch.map(({ result }) => result),
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(ctx.tenantId);
  }

  return (ctx: Ctx, result: Result): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(ctx.tenantId) ?? [];
      queue.push({ result, resolve, reject });
      if (queues.has(ctx.tenantId)) return;
      queues.set(ctx.tenantId, queue);
      setImmediate(() => void drain(ctx, queue));
    });
}

/**
 * Job, delivery, attempt, the endpoint's health and the next jobs of its lane: all of it, or none. It does not wait for the
 * disk: should the database crash in that moment, the job is still there and its event is delivered once more, under the
 * same id, as it would be had the worker died.
 */
export async function record(ctx: Ctx, results: Result[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [left] = await Promise.all([recordAttempts(ctx, results), commitWithoutWaiting(ctx)]);
    for (const [name, lanes] of freedLanes(left)) tellAdmitted(ctx, name, await admitNext(ctx, name, lanes));
    await noteHealth(ctx, withHealth(results, 'answered'), withHealth(results, 'failing'));
    const gone = new Map(results.flatMap(({ webhookId, disable }) => (disable ? [[webhookId, disable] as const] : [])));
    for (const [webhookId, reason] of gone) await disableWebhook(ctx, webhookId, reason);
  });
}

/** A job that is over makes room; so does one that waits for its retry, except where order is kept: there it goes first. */
function freedLanes(left: Left[]): Map<string, Map<string, number>> {
  const freed = new Map<string, Map<string, number>>();
  for (const { name, lane, isOver, n } of left) {
    if (lane === '' || (!isOver && name === jobs.deliverOrdered.name)) continue;
    const lanes = freed.get(name) ?? new Map<string, number>();
    freed.set(name, lanes.set(lane, (lanes.get(lane) ?? 0) + n));
  }
  return freed;
}

/** Only where it changes something worth a look: an answer after failures, a failure after answers. */
const withHealth = (results: Result[], health: Result['health']): string[] => [
  ...new Set(results.filter((result) => result.health === health).map((result) => result.webhookId)),
];
