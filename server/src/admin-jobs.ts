import { type Command, InvalidArgumentError } from 'commander';
import type { Pool } from 'pg';
import { isId } from './platform/ids.ts';
import { dropFailed, type FailingFilter, type FailingJob, listFailing, retryFailed, showJob } from './queue/index.ts';
import type { Ctx } from './storage/context.ts';

const MOST = 1_000;

/** What the commands work with: the jobs of all tenants, and the context of one. */
export type JobAccess = { pool: Pool; as(tenantId: string): Ctx };

type Options = { tenant?: string; job?: string; id: string; retrying?: boolean; json?: boolean };

/** Adds the commands for jobs that keep failing. */
export function addJobCommands(
  program: Command,
  withAccess: (work: (access: JobAccess) => Promise<void>) => Promise<void>,
): void {
  const jobs = program.command('jobs').description('look at jobs that keep failing, retry them or drop them');
  jobs
    .command('list')
    .description(`list failed jobs, the newest first, at most ${MOST}`)
    .option('--tenant <id>', 'of this tenant only', id)
    .option('--job <kind>', 'of this kind only, such as call_http')
    .option('--retrying', 'also list jobs whose last attempt failed and that are retried')
    .option('--json', 'print one line of JSON')
    .action((options: Options) =>
      withAccess(async ({ pool }) => {
        const found = await listFailing(pool, filterOf(options), MOST);
        if (options.json) console.log(JSON.stringify({ jobs: found }));
        else for (const job of found) console.log(lineOf(job));
      }),
    );
  jobs
    .command('show')
    .description('print one job with its input and its last error')
    .requiredOption('--id <id>', 'the job', id)
    .option('--json', 'print one line of JSON')
    .action((options: Options) =>
      withAccess(async ({ pool }) => {
        const job = required(await showJob(pool, options.id), options.id);
        if (options.json) console.log(JSON.stringify(job));
        else for (const [name, value] of Object.entries(job)) console.log(`${name}: ${textOf(value)}`);
      }),
    );
  jobs
    .command('retry')
    .description('make failed jobs due now: one by its id, or all of a kind or of a tenant')
    .option('--id <id>', 'this job', id)
    .option('--job <kind>', 'all failed jobs of this kind')
    .option('--tenant <id>', 'all failed jobs of this tenant', id)
    .action((options: Partial<Options>) => withAccess((access) => retry(access, options)));
  jobs
    .command('drop')
    .description('delete a failed job: what it was to do is not done')
    .requiredOption('--id <id>', 'the job', id)
    .action((options: Options) =>
      withAccess(async ({ pool, as }) => {
        const { tenantId } = required(await showJob(pool, options.id), options.id);
        if (!(await dropFailed(as(tenantId), options.id)))
          throw new Error(`The job ${options.id} has not failed; only failed jobs are dropped`);
        console.log(`dropped: ${options.id}`);
      }),
    );
}

async function retry({ pool, as }: JobAccess, options: Partial<Options>): Promise<void> {
  if (!options.id && !options.job && !options.tenant) throw new Error('Give --id, --job or --tenant');
  const wanted = options.id
    ? [required(await showJob(pool, options.id), options.id)]
    : await listFailing(pool, filterOf(options), MOST);
  let retried = 0;
  for (const job of wanted) if (await retryFailed(as(job.tenantId), job.id)) retried++;
  console.log(`retried: ${retried}`);
  if (retried === 0) process.exitCode = 1;
}

const filterOf = ({ tenant, job, retrying }: Partial<Options>): FailingFilter => ({
  tenantId: tenant,
  job,
  includeRetrying: retrying,
});

const lineOf = ({ id, tenantId, job, state, failures, failingSince, lastError }: FailingJob): string =>
  [id, `tenant=${tenantId}`, `job=${job}`, state, `failures=${failures}`, `since=${textOf(failingSince)}`, lastError ?? ''].join(
    ' ',
  );

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function required<T>(job: T | undefined, jobId: string): T {
  if (!job) throw new Error(`There is no job ${jobId}; it may be done`);
  return job;
}

function id(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('an id is wanted');
  return text;
}
