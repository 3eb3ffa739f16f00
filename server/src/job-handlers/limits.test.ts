import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpConnections } from '../adapters/adapter.ts';
import { MOST_IN_A_JOB } from '../domain/messages/index.ts';
import { WAITERS_PER_SLOT } from '../platform/connection-slots.ts';
import { createJobHandlers } from './index.ts';

/**
 * Kinds of short work whose limit is above the concurrency of one process, so that more processes do more of it. Each is out of
 * the way of others for another reason than a free slot.
 */
const SHORT: Record<string, string> = {
  fan_out_event: 'a few milliseconds each, many of them in one transaction; what waited for room steps aside for what did not',
  fan_out_ordered: 'as fan_out_event, and one at a time of each chat',
  send_messages: 'handed over at the rate of the channel, never as a backlog',
  advance_run: 'a few milliseconds per step; a run lets others go first after 25 steps',
};

const allWorks = () => {
  const deps = new Proxy({}, { get: () => new Proxy(() => undefined, { get: () => () => undefined }) });
  return createJobHandlers(deps as Parameters<typeof createJobHandlers>[0]);
};

test('one tenant cannot take every slot of a job kind in a process', () => {
  const works = allWorks();
  for (const { job, concurrency } of works) {
    assert.ok(Number.isSafeInteger(job.tenantLimit) && job.tenantLimit >= 1, `${job.name} has no limit per tenant`);
    if (SHORT[job.name] === undefined)
      assert.ok(job.tenantLimit < concurrency, `${job.name}: ${job.tenantLimit} of one tenant, ${concurrency} slots`);
  }
  const names = new Set(works.map(({ job }) => job.name));
  for (const name of Object.keys(SHORT)) assert.ok(names.has(name), `there is no job ${name} any more`);
});

test('all messages of the shared jobs of a process find room to wait for a connection', () => {
  const concurrency = allWorks().find(({ job }) => job.name === 'send_messages')?.concurrency ?? 0;
  const { mostPerTenant } = httpConnections({ baseUrl: 'https://provider.example' });
  const consumers = 2; // of jobs that start at once, and of those that waited for room
  assert.ok(concurrency > 0 && consumers * concurrency * MOST_IN_A_JOB <= mostPerTenant * (1 + WAITERS_PER_SLOT));
});
