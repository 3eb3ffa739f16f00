import { growJobs } from './grow-jobs.ts';
import { growWebhooks } from './grow-webhooks.ts';
import { holdSnapshot } from './hold-snapshot.ts';
import type { Contents, Place } from './place.ts';

/** What grows. Each size is an installation of its own, so that the smallest and the largest are measured in turns. */
export type Curve = {
  name: string;
  title: string;
  /** What the sizes count. */
  axis: string;
  sizes: Record<'full' | 'small', number[]>;
  contents(size: number, scale: 'full' | 'small'): Contents;
  /** Adds to an installation what its size says. `sizes`: of all installations of the curve. */
  grow?(place: Place, sizes: number[]): Promise<void>;
};

/** The tenant of curves along which something else grows. */
const oneTenant = (_: number, scale: 'full' | 'small'): Contents => ({
  tenants: 1,
  chats: scale === 'full' ? 10_000 : 1_000,
  messagesPerChat: 10,
});

export const curves: Curve[] = [
  {
    name: 'tenants',
    title: 'Tenants of an installation',
    axis: 'tenants, each with 20 chats and 100 messages',
    sizes: { full: [10, 300, 10_000], small: [10, 100, 1_000] },
    contents: (tenants) => ({ tenants, chats: 20, messagesPerChat: 5 }),
  },
  {
    name: 'webhooks',
    title: 'Webhooks of a tenant',
    axis: 'webhooks of one tenant, of which one matches',
    sizes: { full: [1, 100, 10_000], small: [1, 30, 1_000] },
    contents: oneTenant,
    grow: growWebhooks,
  },
  {
    name: 'jobs',
    title: 'Waiting jobs',
    axis: 'jobs that wait for their time or for room in their concurrency key',
    sizes: { full: [0, 100_000, 1_000_000], small: [0, 10_000, 100_000] },
    contents: oneTenant,
    grow: growJobs,
  },
  {
    name: 'chats',
    title: 'Chats of a tenant',
    axis: 'chats of one tenant, each with its messages and a recipient of the campaign',
    sizes: { full: [10_000, 100_000, 1_000_000], small: [1_000, 10_000, 100_000] },
    contents: (chats, scale) => ({ tenants: 1, chats, messagesPerChat: scale === 'full' ? 10 : 2 }),
  },
  {
    name: 'snapshot',
    title: 'A snapshot held open under writes',
    axis: 'seconds that a snapshot has been held open; both installations are written to all the time',
    sizes: { full: [0, 600], small: [0, 60] },
    contents: oneTenant,
    grow: holdSnapshot,
  },
];
