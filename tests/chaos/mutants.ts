import type { Mutant } from './mutant.ts';
import type { ScenarioName } from './scenarios.ts';

/** Each mutant removes one protection of accepted work. Its scenario must catch it. */
export const mutants: Mutant<ScenarioName, 'lost' | 'duplicates' | 'doubleStateWrites'>[] = [
  {
    name: 'the sweep is off',
    scenario: 'amnesia',
    red: 'lost',
    replacements: [[/await sweepOnce\(deps\);/, '']],
  },
  {
    name: 'the message is acknowledged before the outcome is stored',
    scenario: 'slow',
    red: 'duplicates',
    replacements: [[/(const delivery = pending\.get\(ref\.id\);)/, '$1\n        done(ref);']],
  },
  {
    name: 'the fence is off',
    scenario: 'zombie',
    red: 'doubleStateWrites',
    replacements: [
      [/and j\.attempt = done\.attempt and done\.due_at is null/, 'and done.due_at is null'],
      [/and j\.attempt = done\.attempt and done\.due_at is not null/, 'and done.due_at is not null'],
      [
        /ours as \(select [^`]* from again\)/,
        `ours as (
          select done.id, done.attempt, coalesce(j.name, 'deliver_webhook') as name, coalesce(j.lane, '') as lane, done.due_at is null as is_over
          from done left join (select id, name, lane from over union all select id, name, lane from again) j on j.id = done.id)`,
      ],
    ],
  },
  {
    name: 'the event is written after the commit',
    scenario: 'crash',
    red: 'lost',
    replacements: [
      [
        /export async function publish<T extends EventType>\(/,
        `import { inTransaction } from '../storage/context.ts';
        export async function publish(ctx, type, channel, data) {
          const outside = { ...ctx, db: { database: ctx.db.database } };
          afterCommit(ctx, () => void inTransaction(outside, (ctx) => publishInside(ctx, type, channel, data)).catch(() => undefined));
          return '';
        }
        async function publishInside<T extends EventType>(`,
      ],
    ],
  },
];
