import type { ScenarioName } from './automations-scenarios.ts';
import type { Verdict } from './automations-verify.ts';
import type { Mutant } from './mutant.ts';

/** Each protection of a run, removed alone, and the scenario that must detect it. */
export const mutants: Mutant<ScenarioName, keyof Verdict>[] = [
  {
    name: 'the effect of a step is committed before the state of the run',
    scenario: 'cut',
    red: 'dup',
    replacements: [
      [
        /return inSavepoint\(ctx, \(\) => execute\(\{ ctx, run, effect, startAutomation \}\)\);/,
        'return inSavepoint(ctx, () => execute({ ctx, run, effect, startAutomation })).then((changes) => commitEarly(ctx, changes));',
      ],
      [
        /(\/\*\* Saves the state after the last step and the log lines; both are sent with the commit\. Returns the run\. \*\/)/,
        `async function commitEarly(ctx, changes) {
          const { client, afterCommit } = ctx.db.transaction;
          await client.query({ text: 'commit', values: [] });
          for (const act of afterCommit.splice(0)) act();
          await client.query({ text: 'begin', values: [] });
          await client.query({ text: "select set_config('app.tenant_id', $$1, true)", values: [ctx.tenantId] });
          return changes;
        }
        $1`,
      ],
    ],
  },
  {
    name: 'two workers can do the same step',
    scenario: 'zombie',
    red: 'stepsTwice',
    replacements: [
      [
        /(select id, input, lane as "concurrencyKey", origin from jobs where tenant_id = \$1 and id = \$2 and attempt = \$3) for update/,
        '$1',
      ],
      [/(select \$\{runColumns\} from automation_runs where tenant_id = \$1 and id = \$2) for update/, '$1'],
    ],
  },
  {
    name: 'a timer of an earlier step is accepted',
    scenario: 'cut',
    red: 'early',
    replacements: [
      [
        /(select id, input, lane as "concurrencyKey", origin from jobs where tenant_id = \$1 and id = \$2) and attempt = \$3( for update)/,
        '$1 and $$3::int is not null$2',
      ],
      [/(else lane end\n {6}where tenant_id = \$1 and id = \$2) and attempt = \$3/, '$1 and $$3::int is not null'],
      [/const isDue = wakeAt === null \|\| !\(now < wakeAt\);/, 'const isDue = wakeAt === null || now !== wakeAt;'],
    ],
  },
  {
    name: 'a run whose worker died between two steps is not published again',
    scenario: 'cut',
    red: 'stuck',
    replacements: [
      [/const lost = await publishLost\(pool, now, before, MOST_AT_ONCE\);/, 'const lost: typeof due = []; void before;'],
    ],
  },
  {
    name: 'every attempt of a request has its own key',
    scenario: 'cut',
    red: 'wrongKeys',
    replacements: [
      [/'idempotency-key': `\$\{call\.runId\}:\$\{call\.visit\}`/, "'idempotency-key': `$${call.runId}:$${ref.attempt}`"],
    ],
  },
  {
    name: 'a run waits after one failure as if all its steps had failed',
    scenario: 'outage',
    red: 'completed',
    replacements: [[/(published_at = \$6), \$\{NOT_FAILING\},/, '$1, failures = failures + 1,']],
  },
];
