import type { Logger } from '../platform/logger.ts';
import type { Database } from './database.ts';

const EVERY_MS = 2_000;
/** Tables per round. The rest follows in the next one. */
const MOST = 20;

type StatisticsDeps = { database: Database; log: Logger };

/**
 * Keeps the planner's statistics of fast-growing tables current. Autovacuum looks once a minute: in that time a campaign fills tables that
 * the planner takes for empty, and each lookup of a chat reads all chats of the tenant.
 */
export function startTableStatistics({ database, log }: StatisticsDeps): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const tick = async () => {
    await analyzeGrownTables(database).catch((error: unknown) =>
      log.warn({ err: error }, 'statistics of grown tables were not updated, retrying in two seconds'),
    );
  };
  const timer = setInterval(() => {
    running ??= tick().finally(() => {
      running = undefined;
    });
  }, EVERY_MS);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

/** Returns the names of the tables that were analyzed: those that have doubled since their last statistics. */
export async function analyzeGrownTables({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const analyzed: string[] = [];
  while (analyzed.length < MOST) {
    const { rows } = await pool.query<{ name: string | null }>('select analyze_grown_table() as name');
    const name = rows[0]?.name;
    if (!name) break;
    analyzed.push(name);
  }
  return analyzed;
}
