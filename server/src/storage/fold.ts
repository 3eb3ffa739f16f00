import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Ctx, type CtxDeps, createContext } from './context.ts';
import { isNotHeld } from './moves/gate.ts';

const EVERY_MS = 5_000;
const TENANTS_PER_PAGE = 100;
const COUNTS_PER_STATEMENT = 5_000;
const STATEMENTS_PER_TENANT = 20;

/** A table to which counts are appended, and the totals to which they are added later: no transaction waits for the counter of another one. */
export type Fold = {
  /** The table with the appended counts. The engine role reads its tenants. */
  deltas: string;
  /**
   * Moves at most so many counts of the tenant to their totals, in one statement: each counts once whatever happens, and a statement that
   * reads both tables sees each once. Two workers take different ones. Returns how many.
   */
  foldSome(ctx: Ctx, most: number): Promise<number>;
};

type FoldDeps = CtxDeps & { directory: Pool };

/** Folds counts every few seconds. Any number of workers can run it. */
export function startFolding(deps: FoldDeps, folds: readonly Fold[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      for (const fold of folds)
        await foldAll(deps, fold, stopping.signal).catch((error: unknown) =>
          deps.log.warn({ err: error, deltas: fold.deltas }, 'folding of counts failed, retrying'),
        );
      await wait(EVERY_MS * (0.5 + Math.random()), undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Folds the counts of all tenants. Returns how many counts. */
export async function foldAll(deps: FoldDeps, fold: Fold, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  let after: string | null = null;
  do {
    const tenants: string[] = await tenantsToFold(deps.directory, fold, after);
    for (const tenantId of tenants) {
      if (signal?.aborted) return folded;
      folded += await foldTenant(createContext(deps, tenantId, { kind: 'job' }), fold);
    }
    after = tenants.at(-1) ?? null;
  } while (after !== null);
  return folded;
}

async function foldTenant(ctx: Ctx, { foldSome }: Fold): Promise<number> {
  let folded = 0;
  for (let i = 0; i < STATEMENTS_PER_TENANT; i++) {
    const taken = await foldSome(ctx, COUNTS_PER_STATEMENT);
    folded += taken;
    if (taken < COUNTS_PER_STATEMENT) break;
  }
  return folded;
}

/** Returns tenants with counts to fold, in the order of their ids. Jumps from tenant to tenant in the index. */
async function tenantsToFold(engine: Pool, { deltas }: Fold, after: string | null): Promise<string[]> {
  const found = await engine.query<{ tenant_id: string }>(
    `with recursive found as (
       select (select tenant_id from ${deltas} where tenant_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
         order by tenant_id limit 1) as tenant_id
       union all
       select (select d.tenant_id from ${deltas} d where d.tenant_id > f.tenant_id order by d.tenant_id limit 1)
       from found f where f.tenant_id is not null)
     select tenant_id from found where tenant_id is not null and ${isNotHeld('found.tenant_id')} limit $2`,
    [after, TENANTS_PER_PAGE],
  );
  return found.rows.map((one) => one.tenant_id);
}
