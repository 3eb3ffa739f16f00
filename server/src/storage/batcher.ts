import type { Ctx } from './context.ts';

type Waiting<T, R> = { item: T; resolve(result: R): void; reject(error: unknown): void };

/**
 * Runs the items of one tenant in batches. Items that arrive while a batch runs form the next one, so batches grow with the load and an
 * idle system does not wait. The work returns one result per item, in order, or undefined.
 */
export function createBatcher<T, R = undefined>(
  work: (ctx: Ctx, items: T[]) => Promise<R[] | undefined>,
  maxBatch = 250,
): (ctx: Ctx, item: T) => Promise<R> {
  const queues = new Map<string, Waiting<T, R>[]>();

  async function drain(ctx: Ctx, queue: Waiting<T, R>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatch);
      try {
        const items = batch.map(({ item }) => item);
        const results = await work(ctx, items);
        for (const [i, { resolve }] of batch.entries()) resolve(results?.[i] as R);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(ctx.tenantId);
  }

  return (ctx, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(ctx.tenantId) ?? [];
      queue.push({ item, resolve, reject });
      if (queues.has(ctx.tenantId)) return;
      queues.set(ctx.tenantId, queue);
      setImmediate(() => void drain(ctx, queue));
    });
}
