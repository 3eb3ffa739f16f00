import { Failure } from '../platform/errors.ts';
import type { Departure } from './departure.ts';
import { connectionShare, type WorkKind } from './work-limits.ts';

/** Jobs wait longer for a turn than requests, as long as for a connection. */
export const JOB_WAIT_TIMES = 2;
/** Each waiting statement keeps a request in memory. A longer queue would time out anyway. */
const MOST_WAITING = 2_000;

type Queue = 'request' | 'job';
/** How often it is checked who has waited too long. One timer for all of them: requests that wait come and go thousands of times a second. */
const CHECK_EVERY_MS = 100;

type Waiter = { start(): void; giveUp(): void; until: number };
type Tenant = { held: number; waiting: Record<Queue, Set<Waiter>> };

/**
 * Limits how many connections of this process one tenant holds, so that its slow statements leave some for others. Work
 * above the share waits in order. After `waitMs` without a turn a request fails with `too_many_queries`.
 */
export function createTenantShares(poolSize: number, waitMs: number) {
  const longestWaitMs: Record<Queue, number> = { request: waitMs, job: waitMs * JOB_WAIT_TIMES };
  const shares: Record<Queue, number> = { request: connectionShare('read', poolSize), job: connectionShare('job', poolSize) };
  const tenants = new Map<string, Tenant>();

  const startNext = (tenant: Tenant): void => {
    for (const queue of ['request', 'job'] as const) {
      const [next] = tenant.waiting[queue];
      if (!next || tenant.held >= shares[queue]) continue;
      tenant.waiting[queue].delete(next);
      tenant.held++;
      next.start();
      return;
    }
  };

  let timer: NodeJS.Timeout | undefined;
  const expire = (): void => {
    const now = performance.now();
    let left = 0;
    for (const { waiting } of tenants.values()) {
      for (const queue of Object.values(waiting)) left += expireIn(queue, now);
    }
    if (left > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    /** Takes one connection of the tenant's share. Returns undefined when one is free, and otherwise a promise to wait for. */
    acquire(tenantId: string, kind: WorkKind, departure?: Departure): Promise<void> | undefined {
      if (departure?.isGone) return Promise.reject(callerLeft());
      const queue = kind === 'job' ? 'job' : 'request';
      const tenant = tenants.get(tenantId) ?? { held: 0, waiting: { request: new Set(), job: new Set() } };
      if (tenant.held === 0) tenants.set(tenantId, tenant);
      if (tenant.held < shares[queue] && tenant.waiting[queue].size === 0) {
        tenant.held++;
        return undefined;
      }
      timer ??= setInterval(expire, CHECK_EVERY_MS);
      return waitIn(tenant.waiting[queue], longestWaitMs[queue], departure);
    },
    release(tenantId: string): void {
      const tenant = tenants.get(tenantId);
      if (!tenant) return;
      tenant.held--;
      startNext(tenant);
      if (tenant.held === 0) tenants.delete(tenantId);
    },
    /** Returns how many statements wait for a turn. */
    waiting(): number {
      let count = 0;
      for (const { waiting } of tenants.values()) count += waiting.request.size + waiting.job.size;
      return count;
    },
    /** Returns how many tenants hold or wait for a connection; for tests. */
    size: () => tenants.size,
  };
}

/** Ends the wait of those whose time is over, who are the first in the queue, and returns how many still wait. */
function expireIn(waiting: Set<Waiter>, now: number): number {
  for (const waiter of waiting) {
    if (waiter.until > now) break;
    waiter.giveUp();
  }
  return waiting.size;
}

function waitIn(waiting: Set<Waiter>, ms: number, departure: Departure | undefined): Promise<void> {
  if (waiting.size >= MOST_WAITING) return Promise.reject(tooMany());
  return new Promise<void>((resolve, reject) => {
    const leave = (error: Failure) => {
      if (waiting.delete(waiter)) reject(error);
    };
    const forget = departure?.whenGone(() => leave(callerLeft()));
    const waiter: Waiter = {
      until: performance.now() + ms,
      start: () => {
        forget?.();
        resolve();
      },
      giveUp: () => {
        forget?.();
        leave(tooMany());
      },
    };
    waiting.add(waiter);
  });
}

const tooMany = (): Failure => new Failure('too_many_queries', { headers: { 'retry-after': '1' } });

export const callerLeft = (): Failure => new Failure('service_unavailable', { message: 'The caller left before the answer' });
