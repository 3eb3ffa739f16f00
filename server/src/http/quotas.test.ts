import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { getExport, getImport, startExport, startImport } from '../domain/contact-imports/index.ts';
import { deleteFile, fillFile, reserveFile, storeFile } from '../domain/files/index.ts';
import { deleteLabel } from '../domain/labels/index.ts';
import { quotaOf } from '../domain/quotas/index.ts';
import { Failure } from '../platform/errors.ts';
import { given } from '../test-kit/given.ts';
import { createTestTenant, type TestTenant } from '../test-kit/tenant.ts';

type App = Awaited<ReturnType<typeof given>>['app'];

const full = (error: unknown) => error instanceof Failure && error.key === 'quota_exceeded';
const file = (tenant: TestTenant, app: App, text = 'x') =>
  storeFile(tenant.ctx, app.files, {
    name: 'a.csv',
    stream: Readable.from([Buffer.from(text)]),
    maxBytes: 1_000,
    source: 'upload',
  });

/** Acts as if the tenant had so many files more. */
const addFiles = (app: App, tenant: TestTenant, files: number, bytes: number) =>
  app.database.asTenant(
    { tenantId: tenant.id, kind: 'write' },
    {
      text: 'update file_usage set files = files + $2, bytes = bytes + $3 where tenant_id = $1',
      values: [tenant.id, files, bytes],
    },
  );

test('concurrent creations do not exceed the quota; a deletion makes room', async () => {
  const { app } = await given();
  const tenant = await createTestTenant(app, { plan: 'free' });
  const limit = quotaOf('labels', 'free');
  const made = await Promise.allSettled(Array.from({ length: limit + 20 }, () => tenant.label()));
  const labels = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(labels.length, limit);
  for (const one of made) if (one.status === 'rejected') assert.ok(full(one.reason), String(one.reason));
  await deleteLabel(tenant.ctx, labels[0]?.id ?? '');
  await tenant.label();
  await assert.rejects(tenant.label(), full);
});

test('POST /v3/files 402: neither files nor bytes exceed the quota, and deleting counts', async () => {
  const { app, call } = await given();
  const tenant = await createTestTenant(app, { plan: 'hobby' });
  const stored = await file(tenant, app, '12345');
  const quotas = async () => (await call('GET', '/v3/usage', tenant.token)).body.data.quotas;
  assert.deepEqual([(await quotas()).files.used, (await quotas()).fileBytes.used], [1, 5]);
  await addFiles(app, tenant, quotaOf('files', 'hobby') - 1, 0);
  await assert.rejects(file(tenant, app), full);
  const pending = await reserveFile(tenant.ctx, { source: 'inbound' });
  const fill = () => fillFile(tenant.ctx, app.files, pending.id, Readable.from([Buffer.from('123')]), 100);
  await assert.rejects(fill(), full);
  await deleteFile(tenant.ctx, stored.id);
  assert.equal((await fill())?.status, 'ready');
  await addFiles(app, tenant, -5, quotaOf('fileBytes', 'hobby') - 3);
  await assert.rejects(file(tenant, app), full);
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  const base = (await given()).baseUrl;
  const refused = await fetch(`${base}/v3/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}` },
    body: form,
  });
  assert.deepEqual(
    [refused.status, ((await refused.json()) as { error: { messageKey: string } }).error.messageKey],
    [402, 'quota_exceeded'],
  );
});

test('an import that needs more labels than the plan has fails with the reason', async () => {
  const { app } = await given();
  const tenant = await createTestTenant(app, { plan: 'free' });
  const lines = Array.from({ length: quotaOf('labels', 'free') + 1 }, (_, i) => `+4915110${10_000 + i},label ${i}`);
  const csv = ['Phone,Label', ...lines].join('\n');
  const { id: fileId } = await storeFile(tenant.ctx, app.files, {
    name: 'a.csv',
    stream: Readable.from([Buffer.from(csv)]),
    maxBytes: 100_000,
    source: 'upload',
  });
  const mapping = { Phone: 'phoneNumber', Label: 'labels' } as const;
  const { id } = await startImport(tenant.ctx, app.files, { fileId, mapping, defaultCountry: null, delimiter: ',' });
  const ended = await until(() => getImport(tenant.ctx, id));
  assert.equal(ended.status, 'failed');
  assert.match(ended.error ?? '', /room for \d+ labels/);
});

test('an export of a tenant whose quota of files is full fails with the reason', async () => {
  const { app } = await given();
  const tenant = await createTestTenant(app, { plan: 'free' });
  await file(tenant, app);
  await addFiles(app, tenant, quotaOf('files', 'free'), 0);
  const { id } = await startExport(tenant.ctx, {});
  const ended = await until(() => getExport(tenant.ctx, id));
  assert.equal(ended.status, 'failed');
  assert.match(ended.error ?? '', /room for \d+ files/);
});

async function until<T extends { status: string }>(read: () => Promise<T>): Promise<T> {
  let now = await read();
  for (let i = 0; i < 2_400 && now.status === 'running'; i++) {
    await wait(50);
    now = await read();
  }
  return now;
}
