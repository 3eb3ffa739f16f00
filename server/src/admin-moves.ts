import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import type { Clock } from './platform/clock.ts';
import { type Config, loadConfig } from './platform/config.ts';
import { isId } from './platform/ids.ts';
import { cancelMove, listMoves, type Move, moveTenant, withCells } from './storage/moves/index.ts';

type Options = { to: string; settings: string; sourceUrl?: string };
type Deps = { readConfig: () => Config; clock: Clock };

/** Adds the commands that move a tenant to another cell. They run beside the source: its settings are those of this process. */
export function addMoveCommands(tenant: Command, deps: Deps): void {
  const command = (name: string, description: string) =>
    tenant
      .command(name)
      .description(description)
      .argument('<tenantId>', 'the tenant')
      .requiredOption('--to <cell>', 'name of the other cell, as in its CELL_NAME')
      .requiredOption('--settings <file>', 'the settings of that cell, one NAME=value per line')
      .option('--source-url <url>', 'how PostgreSQL of that cell reaches the database of this one; default: DATABASE_OWNER_URL');

  command('move', 'move a tenant to another cell while it works; repeat the command if it was interrupted').action(
    async (tenantId: string, options: Options) => {
      await withCells(await cellsOf(deps, options), about(deps, tenantId), moveTenant);
      console.log(`moved ${tenantId} to ${options.to}`);
    },
  );
  command('move-cancel', 'end a move that has not reached its end; the tenant stays here').action(
    async (tenantId: string, options: Options) => {
      await withCells(await cellsOf(deps, options), about(deps, tenantId), cancelMove);
      console.log(`cancelled; ${tenantId} stays here`);
    },
  );
  tenant
    .command('move-status')
    .description('list the tenants that move or have moved, out of this cell and into it')
    .option('--json', 'print one line of JSON per tenant')
    .action(async ({ json }: { json?: boolean }) => {
      for (const move of await listMoves(deps.readConfig())) console.log(json ? JSON.stringify(move) : lineOf(move));
    });
}

async function cellsOf({ readConfig }: Deps, { to, settings, sourceUrl }: Options) {
  const target = loadConfig(parseEnv(await readFile(settings, 'utf8')));
  if (target.CELL_NAME !== to) throw new Error(`${settings} has CELL_NAME=${target.CELL_NAME ?? ''}, and --to is ${to}`);
  return { source: readConfig(), target, sourceUrl };
}

function about({ clock }: Deps, tenantId: string) {
  if (!isId(tenantId)) throw new Error(`${tenantId} is not a valid tenant id`);
  return { tenantId: tenantId.toLowerCase(), now: () => clock.now(), report: (line: string) => console.log(line) };
}

const lineOf = ({ tenantId, direction, cell, gate, step, updatedAt }: Move): string =>
  `${tenantId} ${direction === 'out' ? 'to' : 'from'} ${cell}: step ${step}, gate ${gate}, since ${updatedAt.toISOString()}`;
