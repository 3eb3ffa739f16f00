import { z } from 'zod';
import type {
  FailedChannel as DomainChannel,
  Installation as DomainInstallation,
  FailingJob,
  TenantRow,
} from '../../domain/operators/index.ts';
import type { Plan } from '../../domain/tenants/index.ts';
import { id, isoTime, isoTimeOrNull, time } from './shapes.ts';

const count = z.int().min(0);

/** What an operator sees of the whole installation: no content of any tenant. */
export const Installation = z
  .strictObject({
    checkedAt: time,
    versions: z.strictObject({ node: z.string(), postgresql: z.string() }),
    services: z.array(z.strictObject({ name: z.string(), isUp: z.boolean() })),
    tenants: count,
    queue: z.array(
      z.strictObject({
        job: z.string(),
        waiting: count.describe('Due now, or with a worker.'),
        oldestDueAt: time.nullable().describe('When the oldest of those that wait became due.'),
        scheduled: count.describe('Due later: timers, and retries.'),
        failed: count,
      }),
    ),
    isExact: z.boolean().describe('False if there were more jobs than were counted.'),
  })
  .meta({ id: 'Installation' });

export const toInstallation = (found: DomainInstallation): z.infer<typeof Installation> => ({
  checkedAt: isoTime(found.checkedAt),
  versions: found.versions,
  services: Object.entries(found.services).map(([name, isUp]) => ({ name, isUp })),
  tenants: found.tenants,
  queue: found.queue.map((kind) => ({ ...kind, oldestDueAt: isoTimeOrNull(kind.oldestDueAt) })),
  isExact: found.isExact,
});

export const InstallationTenants = z
  .strictObject({
    tenants: z.array(
      z.strictObject({
        id,
        createdAt: time,
        name: z.string(),
        plan: z.string(),
        ratePerMinute: count.nullable(),
        mode: z.enum(['live', 'sandbox']),
      }),
    ),
    total: count.describe('All tenants; the list has the newest 500.'),
  })
  .meta({ id: 'InstallationTenants' });

export const toInstallationTenants = (found: { tenants: TenantRow[]; total: number }): z.infer<typeof InstallationTenants> => ({
  tenants: found.tenants.map(({ isSandbox, createdAt, ...tenant }) => ({
    ...tenant,
    createdAt: isoTime(createdAt),
    mode: isSandbox ? 'sandbox' : 'live',
  })),
  total: found.total,
});

/** The route passes the plans in. */
export const tenantPlanUpdate = (plans: readonly Plan[]) =>
  z.strictObject({
    plan: z.enum(plans as [Plan, ...Plan[]]),
    ratePerMinute: z.int().min(1).max(999_999_999).optional().describe('Requests per minute. It stays as it is unless given.'),
  });

export const FailedJob = z
  .strictObject({
    id,
    createdAt: time,
    tenantId: id,
    job: z.string(),
    state: z.enum(['failed', 'retrying']),
    failures: count,
    failingSince: time.nullable(),
    failedAt: time.nullable(),
    dueAt: time.nullable(),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'FailedJob' });

export const toFailedJob = (job: FailingJob): z.infer<typeof FailedJob> => ({
  id: job.id,
  createdAt: isoTime(job.createdAt),
  tenantId: job.tenantId,
  job: job.job,
  state: job.state,
  failures: job.failures,
  failingSince: isoTimeOrNull(job.failingSince),
  failedAt: isoTimeOrNull(job.failedAt),
  dueAt: isoTimeOrNull(job.dueAt),
  lastError: job.lastError,
});

export const FailedChannel = z
  .strictObject({ id, tenantId: id, tenantName: z.string(), type: z.string(), reason: z.string().nullable(), since: time })
  .meta({ id: 'FailedChannel' });

export const toFailedChannel = ({ since, ...channel }: DomainChannel): z.infer<typeof FailedChannel> => ({
  ...channel,
  since: isoTime(since),
});
