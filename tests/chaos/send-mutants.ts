import type { Mutant } from './mutant.ts';
import type { ScenarioName } from './send-scenarios.ts';
import type { Verdict } from './send-verify.ts';

/** Each mutant removes one protection of sends. Its scenario must catch it. */
export const mutants: Mutant<ScenarioName, keyof Verdict | 'neverReached' | 'longestStandstillSeconds'>[] = [
  {
    name: 'the intent is stored after the call',
    scenario: 'cutPlain',
    red: 'dup',
    replacements: [
      [
        /const begun = await deps\.begin\(ctx, (\{[^}]*\})\);[\s\S]*?const \{ attemptId \} = begun;([\s\S]*?await call\(open, \{ \.\.\.composed, attemptId \}\);)/,
        'const { attemptId } = composed;$2\n  await deps.begin(ctx, $1);',
      ],
    ],
  },
  {
    name: 'an interrupted send is repeated without idempotency keys',
    scenario: 'cutPlain',
    red: 'dup',
    replacements: [[/return \{ do: 'mark_unknown' \};/, "return { do: 'send', isRepeat: true };"]],
  },
  {
    name: 'an unknown outcome is recorded as failed',
    scenario: 'cutPlain',
    red: 'failed',
    replacements: [[/to\(\{ sendState: 'unknown', errors: \[outcome\.error\] \}\)/, 'to(failed(before, outcome.error, now))']],
  },
  {
    name: 'a callback does not settle an unknown outcome',
    scenario: 'cutPlain',
    red: 'unknownButSent',
    replacements: [[/if \(state === 'cancelled' \|\|/, "if (state === 'cancelled' || state === 'unknown' ||"]],
  },
  {
    name: 'a repeat has a new key',
    scenario: 'cutIdempotent',
    red: 'dup',
    replacements: [
      [/attempt_id = case when m\.send_state = 'sending' then m\.attempt_id else b\.attempt_id end/, 'attempt_id = b.attempt_id'],
      [/sendState === 'queued' \|\| attemptId === null \? newId\(ctx\.clock\) : attemptId/, 'newId(ctx.clock)'],
    ],
  },
  {
    name: 'a send starts without checking its state and its job',
    scenario: 'zombie',
    red: 'dup',
    replacements: [
      [
        /and \(m\.send_state = 'queued' or \(b\.is_repeat and m\.send_state = 'sending'\)\)\s*and \$\{isCurrentAttempt\([^)]*\)\}/,
        '',
      ],
    ],
  },
  {
    name: 'the late result of a resumed worker is ignored',
    scenario: 'zombie',
    red: 'unexplained',
    replacements: [
      [/return isOurs \? to\(\{ \.\.\.accepted\(/, "return isOurs && before.sendState === 'sending' ? to({ ...accepted("],
    ],
  },
  {
    name: 'the intent is stored before a connection is free',
    scenario: 'mailBurst',
    red: 'neverReached',
    replacements: [[/const release = await deps\.slots\.take\(.*\);/, 'const release = () => undefined;']],
  },
  {
    name: 'interrupted attempts count as refusals',
    scenario: 'cutThenRefused',
    red: 'longestStandstillSeconds',
    replacements: [[/const dueAt = retryAt\(send\.refusals \+ 1,/, 'const dueAt = retryAt(send.tries,']],
  },
];
