import type { Mutant } from './mutant.ts';
import type { Verdict } from './reports-play.ts';
import type { ScenarioName } from './reports-scenarios.ts';

/** Counts messages in a transaction of its own, before that of the messages. */
const COUNT_APART = `void ctx.db.database.asTenant(ctx, {
    text: "insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, amount) select c.tenant_id, case m.sender when 'inbound' then 'messages_received' else 'messages_sent' end, report_slot(now()), c.channel_id, c.assigned_user_id, c.assigned_team_id, 1 from unnest($2::uuid[], $3::text[]) as m(chat_id, sender) join chats c on c.tenant_id = $1 and c.id = m.chat_id",
    values: [ctx.tenantId, made.map((one) => one.chatId), made.map((one) => one.sender)] }).catch(() => undefined);
  await rows(ctx, inserting(ctx.tenantId, made.map((one) => one.id),`;

const TAKE_WITHOUT_REMOVING: [RegExp, string] = [
  /delete (from report_deltas where tenant_id = \S+ and id = any\(array\([\s\S]*?skip locked\)\))\s*returning \*/,
  'select * $1',
];

/** Each mutant removes one protection of the counters. Its scenario must catch it. */
export const mutants: Mutant<ScenarioName, keyof Verdict>[] = [
  {
    name: 'counts are added and never removed',
    scenario: 'calm',
    red: 'differences',
    replacements: [TAKE_WITHOUT_REMOVING],
  },
  {
    name: 'counts are removed in a transaction of their own',
    scenario: 'calm',
    red: 'differences',
    replacements: [
      TAKE_WITHOUT_REMOVING,
      [
        /return folded\?\.n \?\? 0;(?=\n\}\n\nexport const reportFold)/,
        'await new Promise((done) => setTimeout(done, 300)); await rows(ctx, { text: "delete from report_deltas where tenant_id = $$1", values: [ctx.tenantId] }); return folded?.n ?? 0;',
      ],
    ],
  },
  {
    name: 'messages are counted in a transaction of their own',
    scenario: 'crash',
    red: 'differences',
    replacements: [
      [/await rows\(\s*ctx,\s*inserting\(\s*ctx\.tenantId,\s*made\.map\(\(one\) => one\.id\),/, COUNT_APART],
      [
        /(channel_id, user_id, assigned_team_id, count\(\*\)\s+from counted) group by 1, 2, 3, 4, 5, 6\)(?=,\s+replied as)/,
        '$1 where false group by 1, 2, 3, 4, 5, 6)',
      ],
    ],
  },
  {
    name: 'a reopened chat does not begin a new conversation',
    scenario: 'calm',
    red: 'differences',
    replacements: [[/new\.first_reply_at := null;/, '']],
  },
  {
    name: 'replies count for the assignee, not for the author',
    scenario: 'calm',
    red: 'differences',
    replacements: [
      [
        /coalesce\(m\.author_user_id, c\.assigned_user_id\) as user_id(?=[\s\S]{0,400}r\.campaign_id)/,
        'c.assigned_user_id as user_id',
      ],
    ],
  },
];
