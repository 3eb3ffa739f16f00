type Waiting<T, R> = { item: T; resolve(result: R): void; reject(error: unknown): void };

/**
 * Runs the items of one key in batches. Items that arrive while a batch runs form the next one, so batches grow with the load and an
 * idle system does not wait. The work returns one result per item, in order, or undefined.
 */
export function createBatches<T, R = undefined>(
  work: (key: string, items: T[]) => Promise<R[] | undefined>,
  maxBatch: number,
): (key: string, item: T) => Promise<R> {
  const queues = new Map<string, Waiting<T, R>[]>();

  async function drain(key: string, queue: Waiting<T, R>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatch);
      try {
        const items = batch.map(({ item }) => item);
        const results = await work(key, items);
        for (const [i, { resolve }] of batch.entries()) resolve(results?.[i] as R);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key) ?? [];
      queue.push({ item, resolve, reject });
      if (queues.has(key)) return;
      queues.set(key, queue);
      setImmediate(() => void drain(key, queue));
    });
}
