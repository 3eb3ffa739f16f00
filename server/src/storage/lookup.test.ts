import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sql from 'sql-template-tag';
import { systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { type Ctx, createContext, inTransaction, rows } from './context.ts';
import { openDatabase } from './database.ts';
import { createLookup } from './lookup.ts';
import { migrate } from './migrate.ts';

const log = createLogger('silent');
const test1 = await createTestDatabase();
await migrate(test1.url);
const database = openDatabase(
  {
    DATABASE_URL: test1.url,
    DATABASE_POOL_SIZE: 4,
    DATABASE_NAMED_STATEMENTS: true,
    DATABASE_STATEMENT_TIMEOUT_MS: 60_000,
    DATABASE_WAIT_MS: 60_000,
  },
  log,
);
after(async () => {
  await database.close();
  await test1.drop();
});

/** A tenant, and a lookup of its labels that remembers the ids of each statement. */
async function given() {
  const ctx = createContext({ database, clock: systemClock, log, notify: () => undefined }, newId(systemClock));
  await rows(
    ctx,
    sql`insert into tenants (tenant_id, name, plan, created_at, updated_at) values (${ctx.tenantId}, 'T', 'free', now(), now())`,
  );
  const statements: string[][] = [];
  const lookUp = createLookup<{ id: string; name: string }>((tenantId, ids) => {
    statements.push(ids);
    return sql`select id, name from labels where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`;
  });
  return { ctx, statements, lookUp };
}

async function addLabel(ctx: Ctx, name: string): Promise<string> {
  const id = newId(systemClock);
  await rows(
    ctx,
    sql`insert into labels (tenant_id, id, name, color, created_at, updated_at) values (${ctx.tenantId}, ${id}, ${name}, '#000000', now(), now())`,
  );
  return id;
}

test('lookups that arrive together share a statement, and each gets its own row', async () => {
  const { ctx, statements, lookUp } = await given();
  const [a, b] = [await addLabel(ctx, 'a'), await addLabel(ctx, 'b')];
  const found = await Promise.all([a, b, newId(systemClock), a].map((id) => lookUp(ctx, id)));
  assert.deepEqual(
    found.map((one) => one?.name),
    ['a', 'b', undefined, 'a'],
  );
  assert.equal(statements.length, 1);
});

test('a lookup that begins while another one runs sees what was committed before it', async () => {
  const { ctx, lookUp } = await given();
  const first = lookUp(ctx, newId(systemClock));
  await new Promise(setImmediate);
  const id = await addLabel(ctx, 'new');
  const found = await Promise.all([first, lookUp(ctx, id)]);
  assert.deepEqual(
    found.map((one) => one?.name),
    [undefined, 'new'],
  );
});

test('a lookup inside a transaction sees the rows of the transaction', async () => {
  const { ctx, lookUp } = await given();
  await inTransaction(ctx, async (ctx) => {
    const id = await addLabel(ctx, 'mine');
    assert.equal((await lookUp(ctx, id))?.name, 'mine');
  });
});

test('a lookup finds no row of another tenant', async () => {
  const [mine, other] = [await given(), await given()];
  const id = await addLabel(other.ctx, 'other');
  assert.equal(await mine.lookUp(mine.ctx, id), undefined);
});

test('a lookup of a viewer shares no statement', async () => {
  const { ctx, statements, lookUp } = await given();
  const id = await addLabel(ctx, 'seen');
  const viewer = { userId: newId(systemClock), visibility: 'own', channelIds: null } as const;
  await Promise.all([lookUp(ctx, id), lookUp({ ...ctx, viewer }, id)]);
  assert.deepEqual(statements, [[id], [id]]);
});
