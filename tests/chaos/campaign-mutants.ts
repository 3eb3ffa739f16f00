import type { ScenarioName } from './campaign-scenarios.ts';
import type { Verdict } from './campaign-verify.ts';
import type { Mutant } from './mutant.ts';
import { mutants as ofSends } from './send-mutants.ts';

/** Returns the replacements of a mutant of single sends. */
const ofSend = (name: string) =>
  ofSends.find((mutant) => mutant.name === name)?.replacements ?? [[/there is no such mutant/, '']];

/** Each mutant removes one protection of campaigns. Its scenario must catch it. */
export const mutants: Mutant<ScenarioName, keyof Verdict | 'pauseMs'>[] = [
  {
    name: 'a page commits before its cursor, and there is no unique key',
    scenario: 'cutPlanning',
    red: 'recipients',
    replacements: [
      [/,\s*constraint campaign_recipients_once unique \([^)]*\)/, ''],
      [/on conflict \(tenant_id, run_id, contact_id, channel_id\) do nothing returning state/, 'returning state'],
      [/if \(page\.last\) await moveCursor\(ctx, runId, page\.last\);/, ''],
      [
        /return page\.listed < PAGE \? undefined : \{ input \};/,
        `const { client } = ctx.db.transaction;
         await client.query({ text: 'commit', values: [] });
         await new Promise((resolve) => setTimeout(resolve, 300));
         await client.query({ text: 'begin', values: [] });
         await client.query({ text: "select set_config('app.tenant_id', $$1, true)", values: [ctx.tenantId] });
         if (page.last) await moveCursor(ctx, runId, page.last);
         return page.listed < PAGE ? undefined : { input };`,
      ],
    ],
  },
  {
    name: 'the cursor of the audience is not moved',
    scenario: 'cutPlanning',
    red: 'missing',
    replacements: [
      [
        /update campaign_runs set cursor = \$\{cursor\} where/,
        'update campaign_runs set cursor = coalesce(cursor, $${cursor}) where',
      ],
    ],
  },
  {
    name: 'dispatched recipients stay planned',
    scenario: 'pause',
    red: 'dup',
    replacements: [
      [/update campaign_recipients r set state = n\.state, message_id/, 'update campaign_recipients r set message_id'],
      [/released_to = \$\{upTo\}/, 'released_to = null'],
    ],
  },
  {
    name: 'the intent of a send is not stored before the call',
    scenario: 'cutPlain',
    red: 'dup',
    replacements: ofSend('the intent is stored after the call'),
  },
  {
    name: 'a repeat has a new key',
    scenario: 'cutIdempotent',
    red: 'dup',
    replacements: ofSend('a repeat has a new key'),
  },
  {
    name: 'a send does not check whether the campaign is paused',
    scenario: 'pause',
    red: 'pauseMs',
    replacements: [
      [/select g\.status <> 'paused' and \(b\.is_repeat/, 'select (b.is_repeat'],
      [/if \(campaign\?\.status === 'paused'\) return \{ do: 'hold' \};/, ''],
    ],
  },
  {
    name: 'resuming a campaign does not make its job due',
    scenario: 'pause',
    red: 'missing',
    replacements: [[/if \(runId\)\s+await schedule\(ctx, jobs\.releaseCampaign[^;]*;/, '']],
  },
  {
    name: 'a failed message is recorded as sent',
    scenario: 'refused',
    red: 'claimed',
    replacements: [[/failed: 'failed',\n {2}unknown: 'unknown',/, "failed: 'sent',\n  unknown: 'unknown',"]],
  },
  {
    name: 'failed messages are not counted',
    scenario: 'refused',
    red: 'countsWrong',
    replacements: [[/\['queued', 'sent', 'failed', 'unknown', 'cancelled'\]/, "['queued', 'sent', 'unknown', 'cancelled']"]],
  },
];
