import { Failure } from '../platform/errors.ts';
import type { Departure } from './departure.ts';
import { connectionShare, type WorkKind } from './work-limits.ts';

/** After this time without a turn a request fails with `too_many_queries`. Jobs wait as long as for a connection. */
const WAIT_MS = { request: 5_000, job: 10_000 } as const;
/** Each waiting statement keeps a request in memory. A longer queue would time out anyway. */
const MOST_WAITING = 2_000;

type Queue = keyof typeof WAIT_MS;
type Waiter = { start(): void; timer: NodeJS.Timeout };
type Tenant = { held: number; waiting: Record<Queue, Set<Waiter>> };

/**
 * Limits how many connections of this process one tenant holds, so that its slow statements leave some for others. Work
 * above the share waits in order, for a limited time.
 */
export function createTenantShares(poolSize: number) {
  const shares: Record<Queue, number> = { request: connectionShare('read', poolSize), job: connectionShare('job', poolSize) };
  const tenants = new Map<string, Tenant>();

  const startNext = (tenant: Tenant): void => {
    for (const queue of ['request', 'job'] as const) {
      const [next] = tenant.waiting[queue];
      if (!next || tenant.held >= shares[queue]) continue;
      clearTimeout(next.timer);
      tenant.waiting[queue].delete(next);
      tenant.held++;
      next.start();
      return;
    }
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
      return waitIn(tenant.waiting[queue], WAIT_MS[queue], departure);
    },
    release(tenantId: string): void {
      const tenant = tenants.get(tenantId);
      if (!tenant) return;
      tenant.held--;
      startNext(tenant);
      if (tenant.held === 0) tenants.delete(tenantId);
    },
    /** Returns how many tenants hold or wait for a connection; for tests. */
    size: () => tenants.size,
  };
}

function waitIn(waiting: Set<Waiter>, ms: number, departure: Departure | undefined): Promise<void> {
  if (waiting.size >= MOST_WAITING) return Promise.reject(tooMany());
  return new Promise<void>((resolve, reject) => {
    const leave = (error: Failure) => {
      clearTimeout(waiter.timer);
      if (waiting.delete(waiter)) reject(error);
    };
    const forget = departure?.whenGone(() => leave(callerLeft()));
    const waiter: Waiter = {
      start: () => {
        forget?.();
        resolve();
      },
      timer: setTimeout(() => {
        forget?.();
        leave(tooMany());
      }, ms),
    };
    waiting.add(waiter);
  });
}

const tooMany = (): Failure => new Failure('too_many_queries', { headers: { 'retry-after': '1' } });

export const callerLeft = (): Failure => new Failure('service_unavailable', { message: 'The caller left before the answer' });
