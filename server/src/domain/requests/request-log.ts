import type { Config } from '../../platform/config.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type CtxDeps, createContext } from '../../storage/context.ts';
import { insertRequests, type RequestRow } from './requests.store.ts';

/** What is waiting to be written, at most: some megabytes. More than this is not kept, and counted. */
const MOST_WAITING = 20_000;
const FLUSH_EVERY_MS = 1_000;
const ROWS_PER_STATEMENT = 5_000;

export type RequestLog = ReturnType<typeof createRequestLog>;
type Deps = CtxDeps & { metrics: Metrics; config: Pick<Config, 'REQUEST_LOG_DAYS'> };

/**
 * Remembers requests and writes them in the background, many at a time. No request ever waits for it: what it cannot hold or
 * cannot write is left out, and its metric says how much that was.
 */
export function createRequestLog(deps: Deps) {
  const isOn = deps.config.REQUEST_LOG_DAYS > 0;
  let waiting = new Map<string, RequestRow[]>();
  let held = 0;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const drop = (n: number) => deps.metrics.requestLogDropped.add(n);

  async function write(): Promise<void> {
    const batches = waiting;
    waiting = new Map();
    for (const [tenantId, rows] of batches) {
      for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
        const some = rows.slice(i, i + ROWS_PER_STATEMENT);
        await insertRequests(createContext(deps, tenantId, { kind: 'job' }), some).catch((error: unknown) => {
          drop(some.length);
          deps.log.warn({ err: error, requests: some.length }, 'requests were not written to the request log');
        });
        held -= some.length;
      }
    }
  }

  /** One write at a time: a slow database makes more wait, not more connections busy. */
  async function flush(): Promise<void> {
    await writing;
    writing = write();
    await writing;
    writing = undefined;
  }

  function later(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (writing) return later();
      void flush();
    }, FLUSH_EVERY_MS).unref();
  }

  return {
    isOn,
    note(tenantId: string, request: RequestRow): void {
      if (held >= MOST_WAITING) {
        drop(1);
        return;
      }
      held++;
      const rows = waiting.get(tenantId);
      if (rows) rows.push(request);
      else waiting.set(tenantId, [request]);
      later();
    },
    /** Writes what is waiting, for a process that ends. */
    async close(): Promise<void> {
      clearTimeout(timer);
      await flush();
    },
  };
}
