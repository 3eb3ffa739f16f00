import type { Mutant } from './mutant.ts';
import type { ScenarioName } from './send-scenarios.ts';
import type { Verdict } from './send-verify.ts';

/** Each protection of a send, taken out alone, and the scenario that must notice. */
export const mutants: Mutant<ScenarioName, keyof Verdict | 'neverReached' | 'longestStandstillSeconds'>[] = [
  {
    name: 'the intent is written after the call',
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
    name: 'a send that was cut off is sent again, though the provider knows no keys',
    scenario: 'cutPlain',
    red: 'dup',
    replacements: [[/return \{ do: 'mark_unknown' \};/, "return { do: 'send', isRepeat: true };"]],
  },
  {
    name: 'what is unknown is called failed',
    scenario: 'cutPlain',
    red: 'failed',
    replacements: [[/to\(\{ sendState: 'unknown', errors: \[outcome\.error\] \}\)/, 'to(failed(before, outcome.error, now))']],
  },
  {
    name: 'a callback does not close what is unknown',
    scenario: 'cutPlain',
    red: 'unknownButSent',
    replacements: [[/if \(state === 'cancelled' \|\|/, "if (state === 'cancelled' || state === 'unknown' ||"]],
  },
  {
    name: 'a repeat has a key of its own',
    scenario: 'cutIdempotent',
    red: 'dup',
    replacements: [
      [/attempt_id = case when m\.send_state = 'sending' then m\.attempt_id else b\.attempt_id end/, 'attempt_id = b.attempt_id'],
      [/sendState === 'queued' \|\| attemptId === null \? newId\(ctx\.clock\) : attemptId/, 'newId(ctx.clock)'],
    ],
  },
  {
    name: 'whoever begins a send asks neither its state nor its job',
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
    name: 'a worker that wakes up is not believed that its message went out',
    scenario: 'zombie',
    red: 'unexplained',
    replacements: [
      [/return isOurs \? to\(\{ \.\.\.accepted\(/, "return isOurs && before.sendState === 'sending' ? to({ ...accepted("],
    ],
  },
  {
    name: 'intent before a connection is free',
    scenario: 'mailBurst',
    red: 'neverReached',
    replacements: [[/const release = await deps\.slots\.take\(.*\);/, 'const release = () => undefined;']],
  },
  {
    name: 'counts tries that were cut off',
    scenario: 'cutThenRefused',
    red: 'longestStandstillSeconds',
    replacements: [[/const dueAt = retryAt\(send\.refusals \+ 1,/, 'const dueAt = retryAt(send.tries,']],
  },
];
