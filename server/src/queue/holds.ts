import type { Pool } from 'pg';
import { v7 as newWorkerId } from 'uuid';
import type { Logger } from '../platform/logger.ts';
import { reportRunning, selectHeld } from '../storage/moves/holds.store.ts';
import { reopenAbandoned } from '../storage/moves/moves.store.ts';

const LOOK_EVERY_MS = 500;

export type HoldDeps = { pool: Pool; log: Logger };

/** The tenants whose jobs do not start here, because they are being moved to another cell or have moved. */
export type Holds = {
  isHeld(tenantId: string): boolean;
  /** Counts jobs of a tenant that run in this process. */
  began(tenantId: string, jobs: number): void;
  ended(tenantId: string, jobs: number): void;
};

/**
 * Reads which tenants are held twice a second, and reports how many of their jobs still run here. A held job is not lost: its row stays,
 * and the sweep of the cell that has the tenant publishes it.
 */
export function createHolds({ pool, log }: HoldDeps) {
  const workerId = newWorkerId();
  const running = new Map<string, number>();
  let held = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const found = await selectHeld(pool);
    if (found.some(({ isOver }) => isOver)) await reopenAbandoned(pool);
    held = new Set(found.map(({ tenantId }) => tenantId));
    for (const { tenantId, isAsked } of found)
      if (isAsked) await reportRunning(pool, { tenantId, workerId, running: running.get(tenantId) ?? 0 });
  }

  return {
    isHeld: (tenantId: string): boolean => held.has(tenantId),
    began(tenantId: string, jobs: number): void {
      running.set(tenantId, (running.get(tenantId) ?? 0) + jobs);
    },
    ended(tenantId: string, jobs: number): void {
      const left = (running.get(tenantId) ?? 0) - jobs;
      if (left > 0) running.set(tenantId, left);
      else running.delete(tenantId);
    },
    /** Knows which tenants are held when it resolves. */
    async start(): Promise<void> {
      await look();
      const again = () => {
        looking = look()
          .catch((error: unknown) => log.warn({ err: error }, 'failed to read which tenants are held, retrying'))
          .then(() => {
            if (timer) timer = setTimeout(again, LOOK_EVERY_MS);
          });
      };
      timer = setTimeout(again, LOOK_EVERY_MS);
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await looking;
    },
  };
}
