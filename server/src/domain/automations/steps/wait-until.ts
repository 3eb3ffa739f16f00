import { z } from 'zod';
import { hasPlaceholder, renderText } from '../../../platform/render-text.ts';
import { toTime } from '../../../platform/search/time.ts';
import { failed, goTo, outcome, secondsAfter, waitFor } from '../execution/outcome.ts';
import type { Scope } from '../execution/state.ts';
import { reportTexts } from './checks.ts';
import { defineStep, exit } from './define-step.ts';
import { target } from './fields.ts';

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

export const waitUntil = defineStep({
  type: 'wait_until',
  fields: {
    /** A time, or a placeholder that holds one. A step whose time has passed does not wait. */
    time: z.string().min(1).max(200),
    offsetSeconds: z
      .int()
      .min(-400 * 86_400)
      .max(400 * 86_400)
      .default(0),
    next: target,
  },
  example: { time: '{{contact.attributes.renewal}}' },
  // A fixed time has passed in the second round of a loop. Only the value of a placeholder can change.
  exits: ({ time, next }) => [exit('next', next, hasPlaceholder(time))],
  check(report, { time }) {
    reportTexts(report, '', { time });
    if (!hasPlaceholder(time) && toTime(time.trim()) === undefined)
      report(
        'time',
        'invalid_date',
        'Write a time such as 2026-01-31T12:00:00Z, or a placeholder that holds one such as {{contact.attributes.renewal}}',
      );
  },
  decide({ step, state, scope, now }) {
    const until = timeOf(step, scope);
    if (!until) return failed(step, state, `${step.time} holds no time; check it with isNull in a branch before this step`);
    if (until <= now) return outcome(step, goTo(state, step.next), 'passed', { detail: { until } });
    return outcome(step, waitFor(state, 'time', until), 'waiting', { detail: { until } });
  },
  resume: (step, state, signal) => (signal.kind === 'woke' ? outcome(step, goTo(state, step.next), 'woke') : null),
});

/** Returns the time of the step; undefined when its text is no time. */
function timeOf({ time, offsetSeconds }: { time: string; offsetSeconds: number }, scope: Scope): Date | undefined {
  const written = toTime(renderText(time, scope).trim());
  const at = written === undefined ? undefined : secondsAfter(new Date(written), offsetSeconds);
  return at && at.getTime() <= LATEST ? at : undefined;
}
