import type { ScenarioName } from './automations-scenarios.ts';
import type { Verdict } from './automations-verify.ts';
import type { Mutant } from './mutant.ts';

/** Each protection of a run, taken out alone, and the scenario that must notice. */
export const mutants: Mutant<ScenarioName, keyof Verdict>[] = [
  {
    name: 'what a step does is committed before the run knows of it',
    scenario: 'cut',
    red: 'dup',
    replacements: [
      [
        /await inSavepoint\(ctx, \(\) => applyEffect\(ctx, counted, effect, startOther\)\)/,
        'await committed(ctx, await inSavepoint(ctx, () => applyEffect(ctx, counted, effect, startOther)))',
      ],
      [
        /(export async function advanceRun\()/,
        `async function committed(ctx, applied) {
          const { client, afterCommit } = ctx.db.transaction;
          await client.query('commit');
          for (const act of afterCommit.splice(0)) act();
          await client.query('begin');
          await client.query("select set_config('app.tenant_id', $$1, true)", [ctx.tenantId]);
          return applied;
        }
        $1`,
      ],
    ],
  },
  {
    name: 'two workers may be at one step',
    scenario: 'zombie',
    red: 'stepsTwice',
    replacements: [
      [/(select input, lane from jobs where tenant_id = \$1 and id = \$2 and attempt = \$3) for update/, '$1'],
      [/(select \$\{runColumns\} from automation_runs where tenant_id = \$1 and id = \$2) for update/, '$1'],
    ],
  },
  {
    name: 'a timer of an earlier step is believed',
    scenario: 'cut',
    red: 'early',
    replacements: [
      [
        /(select input, lane from jobs where tenant_id = \$1 and id = \$2) and attempt = \$3( for update)/,
        '$1 and $$3::int is not null$2',
      ],
      [/(else lane end\n {6}where tenant_id = \$1 and id = \$2) and attempt = \$3/, '$1 and $$3::int is not null'],
      [/const isLate = wakeAt === null \|\| !\(now < wakeAt\);/, 'const isLate = wakeAt === null || now !== wakeAt;'],
    ],
  },
  {
    name: 'a run whose worker died in the middle of its way is not told again',
    scenario: 'cut',
    red: 'stuck',
    replacements: [
      [/const lost = await publishLost\(pool, now, before, MOST_AT_ONCE\);/, 'const lost: typeof due = []; void before;'],
    ],
  },
  {
    name: 'every try of a request has a key of its own',
    scenario: 'cut',
    red: 'wrongKeys',
    replacements: [
      [/'idempotency-key': `\$\{call\.runId\}:\$\{call\.visit\}`/, "'idempotency-key': `$${call.runId}:$${ref.attempt}`"],
    ],
  },
  {
    name: 'a run that met one failure waits as if all its steps had failed',
    scenario: 'outage',
    red: 'completed',
    replacements: [[/return retryStep\(deps, ctx, job, current, error\);/, 'return putOff(deps, ctx, job, current, error);']],
  },
];
