import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import sql from 'sql-template-tag';
import { systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import {
  afterCommit,
  alongWithCommit,
  createContext,
  inSavepoint,
  inTransaction,
  prepared,
  RolledBackError,
  row,
  rows,
} from './context.ts';
import { isTooSlow, openDatabase, refuseBypass } from './database.ts';
import { createDeparture } from './departure.ts';
import { migrate } from './migrate.ts';
import { maintainPartitions } from './partition-maintenance.ts';

const log = createLogger('silent');
const test1 = await createTestDatabase();
const settings = {
  DATABASE_URL: test1.url,
  DATABASE_POOL_SIZE: 2,
  DATABASE_NAMED_STATEMENTS: true,
  DATABASE_STATEMENT_TIMEOUT_MS: 60_000,
  DATABASE_WAIT_MS: 60_000,
};
const named = openDatabase(settings, log);
const unnamed = openDatabase({ ...settings, DATABASE_NAMED_STATEMENTS: false }, log);
const owner = new pg.Pool({ connectionString: test1.url });

after(async () => {
  await Promise.all([named.close(), unnamed.close(), owner.end()]);
  await test1.drop();
});

const contextIn = (database: typeof named) =>
  createContext({ database, clock: systemClock, log, notify: () => undefined }, newId(systemClock));
const newTenant = (ctx: ReturnType<typeof contextIn>) =>
  rows(
    ctx,
    sql`insert into tenants (tenant_id, name, plan, created_at, updated_at) values (${ctx.tenantId}, 'T', 'free', now(), now())`,
  );
const seen = sql`select tenant_id from tenants`;
const bad = prepared('bad', sql`select 1 / ($1::int - $1::int)`);
const worse = prepared('worse', sql`select nonsense from nowhere`);

for (const [kind, database] of [
  ['named', named],
  ['unnamed', unnamed],
] as const) {
  test(`with ${kind} statements a query outside a transaction sees its own tenant only`, async () => {
    const [a, b] = [contextIn(database), contextIn(database)];
    await Promise.all([newTenant(a), newTenant(b)]);
    for (const ctx of [a, b, a, b]) assert.deepEqual(await rows(ctx, prepared('seen', seen)()), [{ tenant_id: ctx.tenantId }]);
    assert.deepEqual((await database.pool.query('select * from tenants')).rows, [], 'the tenant does not outlive its statement');
  });

  test(`with ${kind} statements an error leaves the connection usable and the tenant unset`, async () => {
    const ctx = contextIn(database);
    await newTenant(ctx);
    for (let i = 0; i < 5; i++) await assert.rejects(rows(ctx, bad(i)), /division by zero/);
    for (let i = 0; i < 5; i++) await assert.rejects(rows(ctx, worse()), /does not exist/);
    assert.equal((await rows(ctx, seen)).length, 1);
  });

  test(`with ${kind} statements a failed transaction leaves nothing behind`, async () => {
    const ctx = contextIn(database);
    await assert.rejects(
      inTransaction(ctx, async (ctx) => {
        await newTenant(ctx);
        throw new Error('no');
      }),
      /^Error: no$/,
    );
    assert.deepEqual(await rows(ctx, seen), []);
  });
}

test('a nested transaction joins the outer one, and a savepoint undoes only its own work', async () => {
  const ctx = contextIn(named);
  await inTransaction(ctx, async (ctx) => {
    await newTenant(ctx);
    await inTransaction(ctx, async (inner) => assert.equal(inner, ctx));
    await assert.rejects(inSavepoint(ctx, () => rows(ctx, sql`select 1/0`)));
    await rows(ctx, sql`update tenants set name = 'kept' where tenant_id = ${ctx.tenantId}`);
  });
  assert.deepEqual(await row(ctx, sql`select name from tenants where tenant_id = ${ctx.tenantId}`), { name: 'kept' });
});

test('a transaction that PostgreSQL rolls back at COMMIT throws, stores nothing and runs no after-commit action', async () => {
  const ctx = contextIn(named);
  let acted = false;
  const swallowing = inTransaction(ctx, async (ctx) => {
    await newTenant(ctx);
    afterCommit(ctx, () => {
      acted = true;
    });
    await rows(ctx, sql`select 1/0`).catch(() => undefined);
  });
  await assert.rejects(swallowing, (error: Error) => {
    assert.ok(error instanceof RolledBackError);
    assert.match(String(error.cause), /division by zero/);
    return true;
  });
  assert.equal(acted, false);
  assert.deepEqual(await rows(ctx, seen), []);
  assert.equal((await rows(contextIn(named), sql`select 1`)).length, 1, 'the connection is usable');
});

test('a failed savepoint drops its after-commit actions and the statements it sent with the commit', async () => {
  const ctx = contextIn(named);
  const acted: string[] = [];
  await inTransaction(ctx, async (ctx) => {
    await newTenant(ctx);
    afterCommit(ctx, () => acted.push('kept'));
    const undone = inSavepoint(ctx, async () => {
      afterCommit(ctx, () => acted.push('undone'));
      alongWithCommit(ctx, sql`select 1/0`);
      await rows(ctx, sql`select 1`);
    });
    await assert.rejects(undone, /division by zero/);
  });
  assert.deepEqual(acted, ['kept']);
  assert.equal((await rows(ctx, seen)).length, 1);
});

test('statements behind a failed one fail with its error, also where that one is caught', async () => {
  const ctx = contextIn(named);
  const codeOf = (error: unknown) => (error as { code?: string }).code;
  const codes: unknown[] = [];
  const failing = inTransaction(ctx, async (ctx) => {
    const sent = [rows(ctx, bad(1)), rows(ctx, sql`select 1`), rows(ctx, worse())];
    codes.push(...(await Promise.allSettled(sent)).map((one) => one.status === 'rejected' && codeOf(one.reason)));
    await rows(ctx, sql`select 1`);
  });
  await assert.rejects(failing, (error) => codeOf(error) === '22012');
  assert.deepEqual(codes, ['22012', '22012', '22012']);
  await inTransaction(ctx, async (ctx) => {
    await assert.rejects(
      inSavepoint(ctx, () => rows(ctx, bad(1))),
      /division by zero/,
    );
    const later = inSavepoint(ctx, () => Promise.all([rows(ctx, worse()), rows(ctx, sql`select 1`)]));
    await assert.rejects(later, /does not exist/, 'an error of an earlier savepoint is not reported again');
  });
});

test('a savepoint with a nested one undoes all of its own work', async () => {
  const ctx = contextIn(named);
  await inTransaction(ctx, async (ctx) => {
    const outer = inSavepoint(ctx, async () => {
      await newTenant(ctx);
      await inSavepoint(ctx, () => rows(ctx, sql`select 1`));
      throw new Error('no');
    });
    await assert.rejects(outer, /^Error: no$/);
  });
  assert.deepEqual(await rows(ctx, seen), []);
});

test('a query cannot write rows of another tenant', async () => {
  const [a, b] = [contextIn(named), contextIn(named)];
  await newTenant(a);
  await assert.rejects(
    rows(
      b,
      sql`insert into labels (tenant_id, id, name, color, created_at, updated_at)
                values (${a.tenantId}, ${newId(systemClock)}, 'x', '#000000', now(), now())`,
    ),
    /row-level security/,
  );
  assert.deepEqual(await rows(b, sql`update tenants set name = 'stolen' where tenant_id = ${a.tenantId} returning 1`), []);
});

test('the application role cannot bypass row-level security; the owner is refused', async () => {
  await refuseBypass(named);
  await assert.rejects(refuseBypass({ ...named, pool: owner }), /can bypass row-level security/);
});

test('migrations: repeating applies nothing, and a changed file is refused', async () => {
  await migrate(test1.url); // the template ran them already
  assert.deepEqual(await migrate(test1.url), []);
  await owner.query("update migrations set checksum = 'other' where name = '0001_core.sql'");
  await assert.rejects(migrate(test1.url), /0001_core.sql was changed after it ran here/);
});

const partitions = async () =>
  (
    await owner.query(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'messages'::regclass order by 1",
    )
  ).rows.map((r) => r.name);

test('the application role creates partitions four weeks ahead and drops those beyond the retention time', async () => {
  const metrics = createMetrics();
  const maintain = (iso: string, days: number) =>
    maintainPartitions({
      database: named,
      clock: { now: () => new Date(iso) },
      log,
      metrics,
      config: { MESSAGE_RETENTION_DAYS: days, EVENT_RETENTION_DAYS: 0, AUDIT_RETENTION_DAYS: 0, REQUEST_LOG_DAYS: 10_000 },
    });
  await owner.query("select drop_partitions('messages', '2029-01-01')"); // those of today, which every test database has
  await owner.query("select drop_partitions('message_search', '2029-01-01')");
  const first = await maintain('2030-01-02T00:00:00Z', 0);
  assert.deepEqual(first, { made: 70, dropped: 0 }, 'five weeks of each of the eight weekly tables, and 30 days of requests');
  assert.deepEqual(await partitions(), [
    'messages_p20291231',
    'messages_p20300107',
    'messages_p20300114',
    'messages_p20300121',
    'messages_p20300128',
  ]);
  assert.deepEqual(await maintain('2030-01-02T00:00:00Z', 0), { made: 0, dropped: 0 });
  const later = await maintain('2030-02-14T00:00:00Z', 31);
  assert.equal(later.dropped, 4, 'the weeks that ended before 14 January, of messages and of their search');
  assert.deepEqual((await partitions()).at(0), 'messages_p20300114');
});

test('the application role can create partitions, and no other table', async () => {
  await assert.rejects(named.pool.query('create table mine (id int)'), /permission denied/);
  await assert.rejects(named.pool.query("select drop_partitions('contacts', now())"), /not partitioned by the service/);
});

for (const kind of ['named', 'unnamed'] as const) {
  test(`with ${kind} statements a statement ends at the limit of its kind, alone and in a transaction, and the next one has its own`, async () => {
    const quick = openDatabase(
      { ...settings, DATABASE_NAMED_STATEMENTS: kind === 'named', DATABASE_STATEMENT_TIMEOUT_MS: 100 },
      log,
    );
    const ctx = contextIn(quick);
    const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`;
    await assert.rejects(rows(ctx, sleep(2)), isTooSlow);
    await assert.rejects(
      inTransaction(ctx, (ctx) => rows(ctx, sleep(2))),
      isTooSlow,
    );
    await rows({ ...ctx, kind: 'job' }, sleep(0.3)); // a job may take longer
    await assert.rejects(rows(ctx, sleep(2)), isTooSlow, 'and the next statement of the connection may not');
    assert.deepEqual((await quick.pool.query('show statement_timeout')).rows, [
      { statement_timeout: kind === 'named' ? '100ms' : '0' }, // PgBouncer gives the connection to others
    ]);
    await quick.close();
  });
}

test('behind a pooler, which has process ids of its own, no limit is set for the session, and statements still end at theirs', async () => {
  const pooled = openDatabase({ ...settings, DATABASE_NAMED_STATEMENTS: true, DATABASE_STATEMENT_TIMEOUT_MS: 100 }, log);
  pooled.pool.prependListener('connect', (client) => Object.assign(client, { processID: 1 }));
  const ctx = contextIn(pooled);
  await rows(ctx, sql`select 1`);
  assert.deepEqual((await pooled.pool.query('show statement_timeout')).rows, [{ statement_timeout: '0' }]);
  await assert.rejects(rows(ctx, sql`select pg_sleep(2)`), isTooSlow);
  await pooled.close();
});

test('the statements of a caller who leaves are cancelled, and their connection is not used again', async () => {
  const departure = createDeparture();
  const ctx = { ...contextIn(named), departure };
  const startedAt = performance.now();
  const [slow, waiting] = [rows(ctx, sql`select pg_sleep(50)`), rows(ctx, sql`select 1`)]; // half of two connections: the second waits
  setTimeout(departure.leave, 200);
  await assert.rejects(waiting, /caller left/);
  await assert.rejects(slow, isTooSlow);
  await assert.rejects(rows(ctx, sql`select 1`), /caller left/);
  assert.ok(performance.now() - startedAt < 45_000, 'no request waited for the end of the slow statement');
  assert.equal((await rows(contextIn(named), sql`select 1`)).length, 1);
});

test('a tenant with slow statements leaves connections for others', async () => {
  const departure = createDeparture();
  const [loud, other] = [{ ...contextIn(named), departure }, contextIn(named)];
  const slow = Array.from({ length: 3 }, () =>
    rows(loud, sql`select pg_sleep(50)`).then(
      () => 'ended',
      () => 'cancelled',
    ),
  );
  assert.deepEqual(await Promise.race([rows(other, sql`select 1 as one`), ...slow]), [{ one: 1 }]);
  departure.leave();
  assert.deepEqual(await Promise.all(slow), ['cancelled', 'cancelled', 'cancelled']);
});
