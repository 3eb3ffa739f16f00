import type { Config } from '../../platform/config.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { type CtxDeps, createContext } from '../../storage/context.ts';
import { insertRequests, type RequestRow } from './requests.store.ts';

/** The maximum of requests in memory, some megabytes. Further ones are dropped and counted. */
const MOST_WAITING = 20_000;
const FLUSH_EVERY_MS = 1_000;
const ROWS_PER_STATEMENT = 5_000;

export type RequestLog = ReturnType<typeof createRequestLog>;
type Deps = CtxDeps & { metrics: Metrics; config: Pick<Config, 'REQUEST_LOG_DAYS'> };

/**
 * Collects requests and writes them in batches in the background. No request waits for it: requests that cannot be stored are
 * dropped and counted by a metric.
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
          deps.log.warn({ err: error, dropped: some.length }, 'failed to write request log entries');
        });
        held -= some.length;
      }
    }
  }

  /** One write at a time: a slow database does not use more connections. */
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
    add(tenantId: string, request: RequestRow): void {
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
    /** Writes the collected requests when the process ends. */
    async close(): Promise<void> {
      clearTimeout(timer);
      await flush();
    },
  };
}
