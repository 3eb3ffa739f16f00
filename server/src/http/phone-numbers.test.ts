import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { createContact } from '../domain/contacts/index.ts';
import { enqueue } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { inTransaction, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';

const PATIENCE_MS = 120_000;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const endsAt = Date.now() + PATIENCE_MS; !(await isSo()); await wait(50))
    assert.ok(Date.now() < endsAt, 'it did not come to be');
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

test('POST /v3/contacts 409: another spelling of a number is the same person', async () => {
  const { post } = await given();
  assert.equal((await post('/v3/contacts', { phoneNumber: '+44 (0)20 7946 0958' })).status, 201);
  assert.equal((await post('/v3/contacts', { phoneNumber: '+442079460958' })).status, 409);
});

test('POST /v3/contacts 400: what is no phone number is refused by name; the spelling of one is kept, and short codes are taken', async () => {
  const { post } = await given();
  for (const phoneNumber of ['(((((', '015112345678', '+1234567890123456', '+99912345678']) {
    const { status, body } = await post('/v3/contacts', { phoneNumber });
    assert.deepEqual([status, body.error?.invalidParams?.phoneNumber?.key], [400, 'invalid_string'], phoneNumber);
  }
  const handles = [{ type: 'phone_number', value: '(((((' }];
  assert.equal((await post('/v3/contacts', { handles })).body.error.invalidParams['handles.0.value'].key, 'invalid_string');
  assert.equal((await post('/v3/contacts', { phoneNumber: '+44 (0)20 7946 0999' })).body.data.phoneNumber, '+44 (0)20 7946 0999');
  assert.equal((await post('/v3/contacts', { phoneNumber: '72345' })).status, 201);
});

test('match values from before are computed again by a job, and numbers that turn out to be the same are reported until merged', async () => {
  const { tenant, post } = await given();
  const { ctx } = tenant;
  const [one, other, alone] = [
    await createContact(ctx, { firstName: 'One', phoneNumber: '+442079460123' }),
    await createContact(ctx, { firstName: 'Other', phoneNumber: '+442079460999' }),
    await createContact(ctx, { firstName: 'Alone', phoneNumber: '+442079460777' }),
  ];
  const asBefore = (contactId: string, value: string) =>
    rows(
      ctx,
      sql`update handles set value = ${value}, match_value = ${value.replace(/\D/g, '')} where tenant_id = ${ctx.tenantId} and contact_id = ${contactId}`,
    );
  await asBefore(other.id, '+44 (0)20 7946 0123');
  await asBefore(alone.id, '+44 (0)20 7946 0777');
  await inTransaction(ctx, (ctx) => enqueue(ctx, jobs.matchPhoneNumbers, { afterId: FIRST_ID }));
  const duplicates = async () => (await post('/v3/contact_duplicates/search', {})).body.data;
  await until(async () => (await duplicates()).length > 0);
  assert.deepEqual(
    (await duplicates()).map((one: object) => ({ ...one, id: '' })),
    [
      {
        id: '',
        contactId: other.id,
        phoneNumber: '+44 (0)20 7946 0123',
        otherContactId: one.id,
        otherPhoneNumber: '+442079460123',
      },
    ],
  );
  assert.equal((await post('/v3/contacts', { phoneNumber: '+442079460777' })).status, 409, 'found by its other spelling now');
  assert.equal((await post(`/v3/contacts/${one.id}/merge`, { contactId: other.id })).status, 200);
  assert.deepEqual(await duplicates(), []);
});
