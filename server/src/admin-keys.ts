import type { Command } from 'commander';
import type { Config } from './platform/config.ts';
import { createLogger } from './platform/logger.ts';
import { masterKeysOf } from './platform/master-keys.ts';
import { openKeyPool } from './storage/reseal/reseal.store.ts';
import { resealAll } from './storage/reseal/reseal.ts';

/** Adds the command that seals everything with the current master key. */
export function addResealCommand(key: Command, readConfig: () => Config): void {
  key
    .command('reseal')
    .description(
      'seal everything with the first key of MASTER_KEYS, while the server is running; can be interrupted and repeated',
    )
    .action(() => reseal(readConfig()));
}

async function reseal(config: Config): Promise<void> {
  const { current, all, marksValues } = masterKeysOf(config);
  if (!marksValues) throw new Error('MASTER_KEYS is not set; set it to the new key and the old one, here and in every process');
  const others = all.slice(1).map(({ id }) => id);
  console.log(`to: ${current.id} from: ${others.join(', ') || '-'}`);
  const startedAt = Date.now();
  const pool = openKeyPool(config);
  try {
    const { reasons, ...figures } = await resealAll(pool, config, ({ table, column, resealed }) =>
      console.log(`${table}.${column}: ${resealed}`),
    );
    for (const reason of reasons) console.error(reason);
    createLogger('info').info({ keyId: current.id, ...figures, ms: Date.now() - startedAt }, 'master key resealed');
    if (figures.oldKeyLeft > 0) explain(figures.oldKeyLeft - figures.unreadable);
    console.log(`resealed=${figures.resealed} unreadable=${figures.unreadable} oldKeyLeft=${figures.oldKeyLeft}`);
  } finally {
    await pool.end();
  }
}

/** Says what to do about values that are still sealed with another key. */
function explain(readable: number): void {
  process.exitCode = 1;
  if (readable > 0)
    console.error('A process still seals with another key: restart it with the same MASTER_KEYS, then repeat this command');
}
