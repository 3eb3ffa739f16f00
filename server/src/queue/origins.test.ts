import assert from 'node:assert/strict';
import { test } from 'node:test';
import sql from 'sql-template-tag';
import { createLogger } from '../platform/logger.ts';
import { jobs } from '../registry/jobs.ts';
import { row } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { recordFailure } from './failures.ts';

test('a job stores the id of the request that caused it, and the log line of its failure names it', async () => {
  const { tenant, post } = await given();
  const chat = await tenant.chat();
  const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
  const reply = await post(`/v3/chats/${chat.id}/status`, { status: 'snoozed', snoozedUntil }, { 'x-request-id': 'mine-1' });
  assert.equal(reply.status, 200, reply.text);
  const job = await row<{ id: string; attempt: number; origin: object }>(
    tenant.ctx,
    sql`select id, attempt, origin from jobs where tenant_id = ${tenant.id} and name = 'wake_chat'`,
  );
  assert.deepEqual(job?.origin, { requestId: 'mine-1' }); // without an exporter of traces there is no traceparent
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line) => void lines.push(line) });
  const ref = { tenantId: tenant.id, id: job.id, attempt: job.attempt };
  await recordFailure({ ...tenant.ctx, log }, jobs.wakeChat, ref, new Error('broken'));
  const { msg, requestId, jobId } = JSON.parse(lines[0] ?? '{}');
  assert.deepEqual([msg, requestId, jobId], ['job failed, retrying', 'mine-1', job.id]);
});
