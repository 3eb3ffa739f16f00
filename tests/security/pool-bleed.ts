import { createContext, inSavepoint, inTransaction, rows } from '../../server/src/storage/context.ts';
import { openDatabase } from '../../server/src/storage/database.ts';
import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import { type BleedFigures, createBleedBench, type Storage } from './bleed-bench.ts';
import { createBleedKinds } from './bleed-kinds.ts';
import { mapParallel } from './client.ts';
import type { Environment } from './environment.ts';

/** TRANSACTIONS=2000 is for CI. */
const TRANSACTIONS = Number(process.env.TRANSACTIONS ?? 10_000);
const TENANTS = 50;
const ROWS_OF_A_TENANT = 3;
const CONNECTIONS = 5;
const WIDTH = 40;

const ours: Storage = { openDatabase, inSavepoint, inTransaction, rows };

/** Many tenants share few connections, with errors, rollbacks, cancels and lost connections; none reads another's rows. */
export async function checkPoolBleed(
  environment: Environment,
  transactions = TRANSACTIONS,
  storage: Storage = ours,
): Promise<BleedFigures & { kinds: number; seed: number }> {
  const seed = Number(process.env.SEED ?? 962_040);
  const config = {
    DATABASE_URL: environment.url,
    DATABASE_POOL_SIZE: CONNECTIONS,
    DATABASE_NAMED_STATEMENTS: true,
    DATABASE_STATEMENT_TIMEOUT_MS: 30_000,
    DATABASE_WAIT_MS: 60_000,
  };
  const database = storage.openDatabase(config, environment.deps.log);
  try {
    const tenantIds = await makeTenants(environment);
    const bench = createBleedBench({ environment, database, storage, tenantIds, rowsOfATenant: ROWS_OF_A_TENANT });
    const kinds = createBleedKinds(bench);
    const random = createRandom(seed);
    const contexts = tenantIds.map((id) => createContext({ ...environment.deps, database }, id));
    const plan = Array.from({ length: transactions }, () => ({
      run: kinds.pick(random()),
      ctx: contexts[Math.floor(random() * TENANTS)] as (typeof contexts)[0],
    }));
    await mapParallel(plan, WIDTH, async ({ run, ctx }) => {
      bench.figures.transactions++;
      await run(ctx).catch((error: Error) => bench.unexpected(error.message));
    });
    return { ...bench.figures, kinds: kinds.names.length, seed };
  } finally {
    await database.close();
  }
}

async function makeTenants(environment: Environment): Promise<string[]> {
  const tenants = await mapParallel(Array(TENANTS).fill(environment.deps), 2, (deps) => createTestTenant(deps));
  for (const tenant of tenants) for (let i = 0; i < ROWS_OF_A_TENANT; i++) await tenant.label(`bleed ${i}`);
  return tenants.map((tenant) => tenant.id);
}

/** A small seeded generator (mulberry32): SEED= repeats a run. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
