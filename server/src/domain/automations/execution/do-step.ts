import { evaluateFilter, parseCondition } from '../../../platform/search/evaluate-filter.ts';
import { Mistake } from '../../../platform/search/mistake.ts';
import type { Step } from '../definition.ts';
import { isOpen } from './business-hours.ts';
import { effectOf, messageOf } from './effects.ts';
import { failed, goTo, onwards, outcome, waitFor } from './outcome.ts';
import type { Content, Outcome, RunState, Scope, StepOf } from './state.ts';
import { secondsAfter, timeOf } from './time.ts';

type At<T extends Step = Step> = { step: T; state: RunState; scope: Scope; now: Date };

/** Does one step. `state` has counted it already. */
export function doStep({ step, ...at }: At): Outcome {
  switch (step.type) {
    case 'send_message':
    case 'send_template':
    case 'ask':
      return send({ step, ...at });
    case 'branch':
      return branch({ step, ...at });
    case 'wait':
      return wait({ step, ...at }, secondsAfter(at.now, step.seconds));
    case 'wait_until':
      return waitUntil({ step, ...at });
    case 'business_hours':
      return businessHours({ step, ...at });
    case 'http_request':
      return outcome(step, waitFor(at.state, 'http', null), 'requested', { effect: effectOf(step, at.scope) });
    case 'assign':
    case 'add_label':
    case 'remove_label':
    case 'set_attribute':
    case 'set_chat_status':
    case 'run_automation':
      return outcome(step, goTo(at.state, step.next), 'done', { effect: effectOf(step, at.scope) });
    case 'end':
      return outcome(step, goTo(at.state, undefined), 'ended');
    default:
      return step satisfies never;
  }
}

function send({ step, state, scope, now }: At<StepOf<'send_message' | 'send_template' | 'ask'>>): Outcome {
  const content = messageOf(step, scope);
  if (isBlank(content))
    return onwards(step, state, step.onUndeliverable, 'undeliverable', 'All that this text has is places, and they hold nothing');
  const effect = { do: 'send', content } as const;
  if (step.type !== 'ask') return outcome(step, goTo(state, step.next), 'sent', { effect });
  const until = secondsAfter(now, step.timeoutSeconds);
  return outcome(step, waitFor(state, 'reply', until), 'asked', { effect, detail: { until } });
}

const isBlank = (content: Content): boolean => content.type !== 'template' && content.text.trim() === '';

/** The first case that holds. */
function branch({ step, state, scope }: At<StepOf<'branch'>>): Outcome {
  for (const [i, one] of step.cases.entries()) {
    const holds = conditionHolds(one.if, scope);
    if (holds instanceof Mistake) return failed(step, state, `Case ${i} cannot be read. ${holds.message}`);
    if (holds) return outcome(step, goTo(state, one.next), 'chosen', { detail: { case: i } });
  }
  return outcome(step, goTo(state, step.otherwise), 'chosen', { detail: { case: null } });
}

function conditionHolds(text: string, scope: Scope): boolean | Mistake {
  try {
    return evaluateFilter(parseCondition(text), scope);
  } catch (error) {
    if (error instanceof Mistake) return error;
    throw error;
  }
}

const wait = ({ step, state }: At<StepOf<'wait' | 'wait_until'>>, until: Date): Outcome =>
  outcome(step, waitFor(state, 'time', until), 'waiting', { detail: { until } });

function waitUntil(at: At<StepOf<'wait_until'>>): Outcome {
  const { step, state, scope, now } = at;
  const until = timeOf(step, scope);
  if (!until) return failed(step, state, `${step.time} holds no time; ask with isNull in a branch before this step`);
  return until > now ? wait(at, until) : outcome(step, goTo(state, step.next), 'passed', { detail: { until } });
}

function businessHours({ step, state, now }: At<StepOf<'business_hours'>>): Outcome {
  const open = isOpen(step, now);
  if (open === undefined) return failed(step, state, `There is no time zone ${step.timeZone}`);
  return outcome(step, goTo(state, open ? step.onOpen : step.onClosed), open ? 'open' : 'closed');
}
