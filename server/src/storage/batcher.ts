import { createBatches } from '../platform/batches.ts';
import type { Ctx } from './context.ts';

/** Runs the items of one tenant in batches (`platform/batches.ts`), with the context of the first item of each. */
export function createBatcher<T, R = undefined>(
  work: (ctx: Ctx, items: T[]) => Promise<R[] | undefined>,
  maxBatch = 250,
): (ctx: Ctx, item: T) => Promise<R> {
  const inBatches = createBatches<{ ctx: Ctx; item: T }, R>(
    (_tenantId, waiting) =>
      work(
        (waiting[0] as { ctx: Ctx }).ctx,
        waiting.map(({ item }) => item),
      ),
    maxBatch,
  );
  return (ctx, item) => inBatches(ctx.tenantId, { ctx, item });
}
