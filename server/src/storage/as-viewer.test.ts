import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sql from 'sql-template-tag';
import { findViewer } from '../domain/users/index.ts';
import { systemClock } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { asServer, asViewer, unrestricted } from './as-viewer.ts';
import { type Ctx, createContext, inSavepoint, inTransaction, prepared, rows } from './context.ts';
import { openDatabase } from './database.ts';
import type { Viewer } from './viewer.ts';

const log = createLogger('silent');
const own = await createTestDatabase();
const settings = {
  DATABASE_URL: own.url,
  DATABASE_POOL_SIZE: 1,
  DATABASE_STATEMENT_TIMEOUT_MS: 60_000,
  DATABASE_WAIT_MS: 60_000,
};
// One connection each: all callers share it, as they do behind PgBouncer.
const named = openDatabase({ ...settings, DATABASE_NAMED_STATEMENTS: true }, log);
const unnamed = openDatabase({ ...settings, DATABASE_NAMED_STATEMENTS: false }, log);

after(async () => {
  await Promise.all([named.close(), unnamed.close()]);
  await own.drop();
});

const listed = prepared('listed_chats', sql`select id from chats where tenant_id = $1 order by id`);
const role = { text: 'select current_user as role', values: [] };
const chatsOf = async (ctx: Ctx) => (await rows<{ id: string }>(ctx, listed(ctx.tenantId))).map(({ id }) => id);
const roleOf = async (ctx: Ctx) => (await rows<{ role: string }>(ctx, role))[0]?.role;

/** Creates a tenant with a chat of a user and one of nobody. Returns its context, and that of the user. */
async function twoChats(database: typeof named) {
  const ctx = createContext({ database, clock: systemClock, log, notify: () => undefined }, newId(systemClock));
  const [userId, mine, nobodys, contact, channel] = Array.from({ length: 5 }, () => newId(systemClock)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const at = new Date();
  await inTransaction(ctx, async (ctx) => {
    const t = ctx.tenantId;
    await rows(
      ctx,
      sql`insert into tenants (tenant_id, name, plan, created_at, updated_at) values (${t}, 'T', 'free', ${at}, ${at})`,
    );
    await rows(
      ctx,
      sql`insert into channels (tenant_id, id, type, name, created_at, updated_at) values (${t}, ${channel}, 'sms', 'C', ${at}, ${at})`,
    );
    await rows(
      ctx,
      sql`insert into contacts (tenant_id, id, is_subscribed, created_at, updated_at) values (${t}, ${contact}, true, ${at}, ${at})`,
    );
    for (const [id, user] of [
      [mine, userId],
      [nobodys, null],
    ]) {
      const handle = newId(systemClock);
      await rows(
        ctx,
        sql`insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, created_at, updated_at)
            values (${t}, ${handle}, ${contact}, 'external', ${handle}, ${handle}, false, ${at}, ${at})`,
      );
      await rows(
        ctx,
        sql`insert into chats (tenant_id, id, channel_id, contact_id, handle_id, status, assigned_user_id, created_at, updated_at)
            values (${t}, ${id}, ${channel}, ${contact}, ${handle}, 'open', ${user}, ${at}, ${at})`,
      );
    }
  });
  const viewer: Viewer = { userId, visibility: 'own', channelIds: null };
  return { ctx, viewer, limited: { ...ctx, viewer }, mine, both: [mine, nobodys].sort() };
}

for (const [kind, database] of [
  ['named', named],
  ['unnamed', unnamed],
] as const) {
  test(`with ${kind} statements, one connection that alternates between viewers and others mixes up no rows and no role`, async () => {
    const { ctx, limited, mine, both } = await twoChats(database);
    for (let i = 0; i < 12; i++) {
      assert.deepEqual(await chatsOf(ctx), both);
      assert.equal(await roleOf(ctx), 'patchbay_app');
      assert.deepEqual(await chatsOf(limited), [mine]);
      assert.equal(await roleOf(limited), 'patchbay_viewer_own');
      assert.deepEqual(await inTransaction(limited, chatsOf), [mine]);
      assert.deepEqual(await inTransaction(ctx, chatsOf), both);
    }
    const [state] = (await database.pool.query(`select current_user as role, current_setting('app.viewer_id', true) as viewer`))
      .rows;
    assert.deepEqual([state.role, state.viewer || null], ['patchbay_app', null], 'nothing outlives the transaction');
  });

  test(`with ${kind} statements, a failed statement of a viewer leaves the connection in the role of the server`, async () => {
    const { ctx, limited, both } = await twoChats(database);
    await assert.rejects(rows(limited, { text: 'select 1 / 0', values: [] }), /division by zero/);
    await assert.rejects(
      inTransaction(limited, (ctx) => rows(ctx, { text: 'select 1 / 0', values: [] })),
      /division by zero/,
    );
    assert.equal(await roleOf(ctx), 'patchbay_app');
    assert.deepEqual(await chatsOf(ctx), both);
  });
}

test('one statement text under one name gives each role its own rows, also after PostgreSQL has a generic plan', async () => {
  const { ctx, limited, mine, both } = await twoChats(named);
  const client = await named.pool.connect();
  try {
    const asked = { name: 'shared', text: 'select id from chats where tenant_id = $1 order by id', values: [ctx.tenantId] };
    const seenAs = async (role: string) => {
      await client.query('begin');
      await client.query(
        `select set_config('app.tenant_id', $1, true), set_config('app.viewer_id', $2, true), set_config('app.viewer_channels', '*', true),
          set_config('role', $3, true)`,
        [ctx.tenantId, limited.viewer.userId, role],
      );
      const found = (await client.query<{ id: string }>(asked)).rows.map(({ id }) => id);
      await client.query('commit');
      return found;
    };
    for (let i = 0; i < 8; i++) assert.deepEqual(await seenAs('patchbay_app'), both);
    for (let i = 0; i < 8; i++) assert.deepEqual(await seenAs('patchbay_viewer_own'), [mine]);
    assert.deepEqual(await seenAs('patchbay_app'), both);
  } finally {
    client.release();
  }
});

test('a viewer without an id or without channels in the settings sees nothing', async () => {
  const { ctx } = await twoChats(named);
  for (const name of ['patchbay_viewer', 'patchbay_viewer_teams', 'patchbay_viewer_own']) {
    const found = await inTransaction(ctx, async (ctx) => {
      await rows(ctx, { text: `select set_config('role', $1, true)`, values: [name] });
      return chatsOf({ ...ctx, viewer: undefined });
    });
    assert.deepEqual(found, [], name);
  }
});

test('asServer and asViewer change the role for their work only, also when it fails', async () => {
  const { ctx, limited, viewer, mine, both } = await twoChats(named);
  await inTransaction(limited, async (ctx) => {
    assert.deepEqual(await asServer(ctx, chatsOf), both);
    assert.deepEqual(await chatsOf(ctx), [mine]);
    await assert.rejects(
      asServer(ctx, () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.deepEqual(await chatsOf(ctx), [mine]);
    const failing = inSavepoint(ctx, () => asServer(ctx, (ctx) => rows(ctx, { text: 'select 1 / 0', values: [] })));
    await assert.rejects(failing, /division/);
    assert.deepEqual(await chatsOf(ctx), [mine]);
    assert.throws(() => unrestricted(ctx), /asServer/);
  });
  assert.deepEqual(await asViewer(ctx, viewer, chatsOf), [mine]);
  await inTransaction(ctx, async (ctx) => {
    assert.deepEqual(await asViewer(ctx, viewer, chatsOf), [mine]);
    assert.deepEqual(await chatsOf(ctx), both);
  });
  assert.deepEqual(await chatsOf(unrestricted(limited)), both);
});

test('a job of a user who was deleted in the meantime sees nothing', async () => {
  const { ctx, viewer } = await twoChats(named);
  assert.equal(await findViewer(ctx, null), undefined);
  assert.deepEqual(await asViewer(ctx, await findViewer(ctx, viewer.userId), chatsOf), []);
});
