import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Ctx, type CtxDeps, createContext } from '../../storage/context.ts';
import { foldSome, tenantsToFold } from './reports.store.ts';

const EVERY_MS = 5_000;
const TENANTS_PER_PAGE = 100;
const COUNTS_PER_STATEMENT = 5_000;
const STATEMENTS_PER_TENANT = 20;

type FoldDeps = CtxDeps & { directory: Pool };

/** Folds counts of reports every few seconds. Any number of workers can run it. */
export function startFolding(deps: FoldDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await foldAll(deps, stopping.signal).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'folding of report counts failed, retrying'),
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
export async function foldAll(deps: FoldDeps, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  let after: string | null = null;
  do {
    const tenants: string[] = await tenantsToFold(deps.directory, after, TENANTS_PER_PAGE);
    for (const tenantId of tenants) {
      if (signal?.aborted) return folded;
      folded += await foldTenant(createContext(deps, tenantId, { kind: 'job' }));
    }
    after = tenants.at(-1) ?? null;
  } while (after !== null);
  return folded;
}

async function foldTenant(ctx: Ctx): Promise<number> {
  let folded = 0;
  for (let i = 0; i < STATEMENTS_PER_TENANT; i++) {
    const taken = await foldSome(ctx, COUNTS_PER_STATEMENT);
    folded += taken;
    if (taken < COUNTS_PER_STATEMENT) break;
  }
  return folded;
}
