import { type Command, InvalidArgumentError } from 'commander';
import type { JobAccess } from './admin-jobs.ts';
import { pauseDueCampaigns } from './domain/campaigns/index.ts';
import { holdRestored, selectUnknown } from './domain/messages/index.ts';
import { selectTenantIds } from './domain/operators/index.ts';

/** Per tenant. */
const MOST = 10_000;

type Report = { since: Date; json?: boolean };

/** Adds the commands for an installation whose database was restored. */
export function addRestoreCommands(
  program: Command,
  withAccess: (work: (access: JobAccess) => Promise<void>) => Promise<void>,
): void {
  const restore = program
    .command('restore')
    .description('after a restore of the database: what may be sent, and what is unknown');
  restore
    .command('hold')
    .description(
      'before workers start on a database of an earlier moment: mark messages that may have been sent since as unknown, and pause campaigns',
    )
    .requiredOption('--until <time>', 'when the old installation stopped, ISO 8601', time)
    .action(({ until }: { until: Date }) =>
      withAccess(async ({ pool, as }) => {
        let [held, paused] = [0, 0];
        for (const tenantId of await selectTenantIds(pool)) {
          paused += await pauseDueCampaigns(as(tenantId), until);
          held += await holdRestored(as(tenantId), until);
        }
        console.log(`held: ${held}\npausedCampaigns: ${paused}`);
      }),
    );
  restore
    .command('report')
    .description(`list messages whose outcome is unknown, at most ${MOST} of each tenant`)
    .requiredOption('--since <time>', 'unknown since this time, ISO 8601', time)
    .option('--json', 'print one line of JSON for each message')
    .action(({ since, json }: Report) => withAccess((access) => report(access, since, json)));
}

async function report({ pool, as }: JobAccess, since: Date, json = false): Promise<void> {
  let unknown = 0;
  for (const tenantId of await selectTenantIds(pool)) {
    for (const send of await selectUnknown(as(tenantId), since, MOST)) {
      const row = { tenantId, ...send, acceptedAt: send.acceptedAt.toISOString() };
      unknown++;
      if (json) console.log(JSON.stringify(row));
      else console.log(`${row.id} tenant=${tenantId} channel=${row.channel} chat=${row.chatId} accepted=${row.acceptedAt}`);
    }
  }
  if (!json) console.log(`unknown: ${unknown}`);
}

function time(text: string): Date {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('must be a time such as 2030-01-31T12:00:00Z');
  return at;
}
