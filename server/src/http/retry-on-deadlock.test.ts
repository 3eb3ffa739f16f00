import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Client } from 'pg';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

/** A server whose database fails the creation of a label with a retryable error, a given number of times. */
const { app, post, tenant } = await given({ DATABASE_POOL_SIZE: '4' });
const superuser = new Client({ connectionString: app.config.DATABASE_URL });
superuser.on('error', () => undefined); // its database goes with the server
await superuser.connect();
after(() => superuser.end());
await superuser.query(`create sequence label_inserts;
  create table injected_failures (times integer not null, code text not null);
  insert into injected_failures values (0, '40P01');
  grant usage on sequence label_inserts to public; grant select on injected_failures to public;
  create function retryStep() returns trigger language plpgsql as $$
  declare s injected_failures;
  begin
    select * into s from injected_failures;
    if nextval('label_inserts') <= s.times then raise exception 'injected failure' using errcode = s.code; end if;
    return new;
  end $$;
  create trigger retryStep after insert on labels for each row execute function retryStep()`);

const retryStep = (times: number, code: string) =>
  superuser.query(`update injected_failures set times = ${times}, code = '${code}'; alter sequence label_inserts restart`);
const count = async (statement: string, value: string): Promise<number> =>
  Number((await superuser.query(statement, [value])).rows[0].count);

test('POST /v3/labels: a transaction that PostgreSQL ended is retried up to three times, and takes effect once or not at all', async () => {
  let made = 0;
  const times = fc.integer({ min: 0, max: 5 });
  const cases = fc.tuple(times, fc.constantFrom('40P01', '40001'), fc.boolean());
  await fc.assert(
    fc.asyncProperty(cases, async ([times, code, hasKey]) => {
      await retryStep(times, code);
      const name = `retried ${made++}`;
      const key: Record<string, string> = hasKey ? { 'idempotency-key': name.replace(' ', '-') } : {};
      const requestId = `retried-${made}`;
      const { status, body } = await post('/v3/labels', { name }, { ...key, 'x-request-id': requestId });
      const isMade = times <= 3 ? 1 : 0;
      assert.deepEqual([status, body.error?.messageKey], isMade ? [201, undefined] : [503, 'service_unavailable']);
      assert.equal(await count('select count(*) from labels where name = $1', name), isMade);
      assert.equal(await count('select count(*) from audit_log where request_id = $1', requestId), isMade);
      await retryStep(0, code);
      if (!hasKey) return;
      const again = await post('/v3/labels', { name }, key);
      assert.equal(again.status, 201, 'a request that failed runs, one that succeeded is replayed');
      assert.equal(again.headers.get('idempotency-replayed'), isMade ? 'true' : null);
      assert.equal(await count('select count(*) from labels where name = $1', name), 1);
    }),
    { seed: 4001, numRuns: 24 },
  );
});

test('POST /v3/labels: another error of the database is not tried again', async () => {
  await retryStep(1, '22012');
  assert.equal((await post('/v3/labels', { name: 'divided by nothing' })).status, 500);
  await retryStep(0, '40P01');
});

test('POST /v3/contacts/:id/merge 200: of two that wait for each other, the request is through in the end', async () => {
  const [a, b] = [await tenant.contact(), await tenant.contact()].toSorted((one, two) => (one.id < two.id ? -1 : 1));
  const other = new Client({ connectionString: app.config.DATABASE_URL });
  await other.connect();
  await other.query('begin');
  await other.query('update contacts set first_name = first_name where id = $1', [b?.id]);
  const merging = post(`/v3/contacts/${a?.id}/merge`, { contactId: b?.id });
  await untilATransactionWaits();
  // It holds a and waits for b; now we wait for a. PostgreSQL ends one of the two.
  const ended = await other.query('update contacts set first_name = first_name where id = $1', [a?.id]).then(
    () => other.query('commit'),
    () => other.query('rollback'),
  );
  assert.ok(ended);
  await other.end();
  const { status, text } = await merging;
  assert.equal(status, 200, text);
});

test('POST messages 404: a contact that is deleted while a message to it is accepted', async () => {
  const settings = { baseUrl: 'http://127.0.0.1:9', accountSid: 'AC1', authToken: 'token', from: '+15557654321' };
  const channelId: string = (await post('/v3/channels', { type: 'sms', name: 'sms', settings })).body.data.id;
  for (const isInChat of [true, false]) {
    const { id: contactId } = await tenant.contact();
    const chat = isInChat && (await post('/v3/chats', { channelId, contactId })).body.data.id;
    const other = new Client({ connectionString: app.config.DATABASE_URL });
    await other.connect();
    await other.query('begin');
    await other.query('delete from contacts where id = $1', [contactId]);
    const message = { type: 'text', text: 'Hello' };
    const sending = chat
      ? post(`/v3/chats/${chat}/messages`, message)
      : post('/v3/messages', { ...message, channelId, contactId });
    await untilATransactionWaits();
    await other.query('commit');
    await other.end();
    const { status, body } = await sending;
    assert.deepEqual([status, body.error.messageKey], [404, isInChat ? 'chat_not_found' : 'contact_not_found']);
  }
});

async function untilATransactionWaits(): Promise<void> {
  await until(async () => {
    const { rows } = await superuser.query(
      'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    );
    return rows.length > 0;
  }, 'a transaction that waits for a lock');
}
