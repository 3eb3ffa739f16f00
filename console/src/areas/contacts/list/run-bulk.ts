export type BulkResult = { done: number; failed: number; firstError: unknown };
type Options = { signal: AbortSignal; onProgress: (done: number) => void };

const AT_ONCE = 4;

/** Runs a task for each id, a few at once. A task that fails does not stop the others; an aborted signal does. */
export async function runBulk(
  ids: Iterable<string> | AsyncIterable<string>,
  task: (id: string) => Promise<unknown>,
  { signal, onProgress }: Options,
): Promise<BulkResult> {
  const result: BulkResult = { done: 0, failed: 0, firstError: undefined };
  const source = iterate(ids);
  const worker = async () => {
    for (let next = await source.next(); !next.done && !signal.aborted; next = await source.next()) {
      await task(next.value).catch((error: unknown) => {
        result.failed++;
        result.firstError ??= error;
      });
      onProgress(++result.done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return result;
}

async function* iterate(ids: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield* ids;
}
