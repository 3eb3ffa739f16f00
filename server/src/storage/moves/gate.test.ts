import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import sql from 'sql-template-tag';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { createLogger } from '../../platform/logger.ts';
import { createTestDatabase } from '../../test-kit/database.ts';
import { asOwner } from '../as-owner.ts';
import { createContext, inTransaction, rows } from '../context.ts';
import { mayPass, openDatabase, openEnginePool } from '../database.ts';
import { refusalAtGate } from './gate.ts';
import { freeze, hold, insertIncoming, insertOutgoing, markMoved, reopenAbandoned, selectMove } from './moves.store.ts';
import { advanceSequence, isReplicated, selectTenantTables } from './tables.store.ts';
import { cellOfTenant } from './where.store.ts';

const log = createLogger('silent');
const { url, drop } = await createTestDatabase();
const settings = {
  DATABASE_URL: url,
  DATABASE_ENGINE_URL: undefined,
  DATABASE_POOL_SIZE: 4,
  DATABASE_NAMED_STATEMENTS: true,
  DATABASE_STATEMENT_TIMEOUT_MS: 60_000,
  DATABASE_WAIT_MS: 60_000,
};
const database = openDatabase(settings, log);
const engine = openEnginePool(settings, log);
const owner = new Client({ connectionString: url });
await owner.connect();
after(async () => {
  await Promise.all([database.close(), engine.end(), owner.end()]);
  await drop();
});

const contextOf = (tenantId: string) => createContext({ database, clock: systemClock, log, notify: () => undefined }, tenantId);
const read = (tenantId: string) => rows(contextOf(tenantId), sql`select tenant_id from tenants where tenant_id = ${tenantId}`);
const newTenant = async (): Promise<string> => {
  const tenantId = newId(systemClock);
  await owner.query(
    `insert into tenants (tenant_id, name, plan, created_at, updated_at) values ($1, 'T', 'free', now(), now())`,
    [tenantId],
  );
  return tenantId;
};
const reasonOf = async (work: () => Promise<unknown>) => {
  const error = await work().then(
    () => undefined,
    (error: unknown) => error,
  );
  return error === undefined ? 'admitted' : { ...refusalAtGate(error), mayPass: mayPass(error) };
};

test('a tenant works while it is copied and held; frozen, moved and arriving it is refused, with the cell it has moved to', async () => {
  const tenantId = await newTenant();
  await insertOutgoing(owner, tenantId, 'west');
  assert.equal(await reasonOf(() => read(tenantId)), 'admitted');
  await hold(owner, tenantId, 60_000);
  assert.equal(await reasonOf(() => read(tenantId)), 'admitted');
  assert.ok(await freeze(owner, tenantId, 60_000));
  assert.deepEqual(await reasonOf(() => read(tenantId)), { reason: 'moving', mayPass: true });
  assert.deepEqual(await reasonOf(() => inTransaction(contextOf(tenantId), (ctx) => rows(ctx, sql`select 1`))), {
    reason: 'moving',
    mayPass: true,
  });
  assert.ok(await markMoved(owner, tenantId));
  assert.deepEqual(await reasonOf(() => read(tenantId)), { reason: 'moved', cell: 'west', mayPass: true });
  await insertIncoming(owner, tenantId, 'west');
  assert.deepEqual(await reasonOf(() => read(tenantId)), { reason: 'moving', mayPass: true });
});

test('work of an account cannot enter a frozen tenant, and other tenants are admitted', async () => {
  const [tenantId, other] = [await newTenant(), await newTenant()];
  await insertOutgoing(owner, tenantId, 'west');
  await hold(owner, tenantId, 60_000);
  await freeze(owner, tenantId, 60_000);
  const enter = () => inTransaction(contextOf(other), (ctx) => asOwner(ctx, tenantId, (ctx) => rows(ctx, sql`select 1`)));
  assert.deepEqual(await reasonOf(enter), { reason: 'moving', mayPass: true });
  assert.equal(await reasonOf(() => read(other)), 'admitted');
});

test('workers end a freeze whose time is over, and then the tenant cannot be marked as moved', async () => {
  const tenantId = await newTenant();
  await insertOutgoing(owner, tenantId, 'west');
  await hold(owner, tenantId, 60_000);
  await freeze(owner, tenantId, 0);
  assert.equal(await markMoved(owner, tenantId), false, 'not after its time, although no worker has ended it');
  await reopenAbandoned(engine);
  assert.equal((await selectMove(owner, tenantId))?.gate, 'open');
  assert.equal(await markMoved(owner, tenantId), false);
  assert.equal(await reasonOf(() => read(tenantId)), 'admitted');
});

test('a cell names the cell of a tenant: itself, the one it moved to, and the source of one that has not arrived', async () => {
  const [here, gone, arriving] = [await newTenant(), await newTenant(), await newTenant()];
  await insertOutgoing(owner, gone, 'west');
  await hold(owner, gone, 60_000);
  await freeze(owner, gone, 60_000);
  await markMoved(owner, gone);
  await owner.query('delete from tenants where tenant_id = $1', [gone]);
  await insertIncoming(owner, arriving, 'north');
  const cells = [here, gone, arriving, newId(systemClock)].map((id) => cellOfTenant(engine, id, 'east'));
  assert.deepEqual(await Promise.all(cells), ['east', 'west', 'north', undefined]);
});

test('every table of tenants has a primary key that begins with the tenant, or names its rows whole for replication', async () => {
  const tables = await selectTenantTables(owner);
  const { rows: whole } = await owner.query<{ name: string }>(`select relname as name from pg_class where relreplident = 'f'`);
  const unnamed = tables.filter(
    ({ name, key, tenantColumn }) =>
      !(name === 'memberships' ? key : key.slice(0, 1)).includes(tenantColumn) && !whole.some((one) => one.name === name),
  );
  assert.deepEqual(unnamed, []);
  const unlogged = await owner.query<{ name: string }>(
    `select distinct coalesce(p.relname, c.relname) as name from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where c.relpersistence = 'u' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  const replicated = tables.filter(isReplicated).map(({ name }) => name);
  assert.deepEqual(
    unlogged.rows.filter(({ name }) => replicated.includes(name)),
    [],
    'rows without WAL are not replicated',
  );
  assert.deepEqual(
    tables.filter((table) => !isReplicated(table)).map(({ name }) => name),
    ['payload_parts', 'request_log', 'session_tenants'],
  );
});

test('new jobs of a tenant that has arrived come after those it brought', async () => {
  const tenantId = await newTenant();
  await owner.query(
    `insert into jobs (tenant_id, id, seq, name, input, due_at, created_at) overriding system value
     values ($1, gen_random_uuid(), 5000000, 'wake_chat', '{}', now(), now())`,
    [tenantId],
  );
  const jobs = (await selectTenantTables(owner)).find(({ name }) => name === 'jobs');
  assert.ok(jobs);
  await advanceSequence(owner, jobs, tenantId);
  const { rows: next } = await owner.query<{ seq: string }>(
    `insert into jobs (tenant_id, id, name, input, due_at, created_at) values ($1, gen_random_uuid(), 'wake_chat', '{}', now(), now()) returning seq`,
    [tenantId],
  );
  assert.ok(Number(next[0]?.seq) > 5_000_000);
  await advanceSequence(owner, jobs, newId(systemClock));
  const { rows: last } = await owner.query<{ last: string }>(`select last_value as last from jobs_seq_seq`);
  assert.equal(last[0]?.last, next[0]?.seq, 'a tenant without jobs moves nothing');
});
