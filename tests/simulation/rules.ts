import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../../server/src/domain/automations/definition.ts';
import type { RunState, Signal } from '../../server/src/domain/automations/execution/state.ts';
import { RENEWAL } from './scope.ts';

/** The rules as the definition states them, written down a second time and without the engine's code. */

type Way = string | undefined;

/** Whether a step may be left, or waited at, like this after what it was told. */
export function allowedAfter(step: Step, signal: Signal, after: RunState, now: Date): boolean {
  switch (after.status) {
    case 'waiting':
      return signal.kind === 'go' && after.stepId === step.id && waitsFor(step, now) === after.waitingFor;
    case 'failed':
      return mayFail(step, signal) && after.stepId === null && after.error?.step === step.id && after.error.message !== '';
    case 'completed':
      return waysAfter(step, signal, now).includes(undefined) && after.stepId === null;
    case 'running':
      return after.stepId !== null && waysAfter(step, signal, now).includes(after.stepId);
    case 'cancelled':
      return false;
  }
}

/** When the wait of a step that began then is over. */
export function overAt(step: Step, sinceMs: number): number {
  if (step.type === 'wait') return sinceMs + step.seconds * 1000;
  if (step.type === 'ask') return sinceMs + step.timeoutSeconds * 1000;
  if (step.type === 'wait_until') return Date.parse(step.time.startsWith('{{') ? RENEWAL : step.time) + step.offsetSeconds * 1000;
  return Number.POSITIVE_INFINITY;
}

export const hasEffect = ({ type }: Step): boolean => !['branch', 'wait', 'wait_until', 'business_hours', 'end'].includes(type);

/** Whether the variables are what they were, but for what this signal saves. */
export function savedBy(last: RunState, signal: Signal, after: RunState, step: Step | undefined): boolean {
  const saved: Record<string, unknown> = {};
  if (step?.type === 'ask' && signal.kind === 'reply') {
    saved[step.saveAs] = signal.text;
    const button = `${step.saveAs}ButtonId`;
    if (signal.buttonId !== null || button in last.variables) saved[button] = signal.buttonId;
  }
  if (step?.type === 'http_request' && signal.kind === 'answered' && isGood(signal.status) && step.saveAs !== undefined)
    saved[step.saveAs] = { status: signal.status, body: signal.body };
  return isDeepStrictEqual({ ...after.variables }, { ...last.variables, ...saved });
}

const isGood = (status: number): boolean => status >= 200 && status <= 299;

function waitsFor(step: Step, now: Date): RunState['waitingFor'] {
  if (step.type === 'ask') return 'reply';
  if (step.type === 'http_request') return 'http';
  return step.type === 'wait' || (step.type === 'wait_until' && overAt(step, 0) > now.getTime()) ? 'time' : null;
}

function waysAfter(step: Step, signal: Signal, now: Date): Way[] {
  switch (signal.kind) {
    case 'go':
      return waysOn(step, now);
    case 'woke':
      if (step.type === 'wait' || step.type === 'wait_until') return [step.next];
      return step.type === 'ask' ? [step.onTimeout] : [];
    case 'reply':
      return step.type === 'ask' ? [step.onReply] : [];
    case 'undeliverable':
      return 'onUndeliverable' in step && step.onUndeliverable !== undefined ? [step.onUndeliverable] : [];
    case 'answered':
      if (step.type !== 'http_request') return [];
      return isGood(signal.status) ? [step.next] : given(step.onError);
    case 'unanswered':
      return step.type === 'http_request' ? given(step.onError) : [];
  }
}

const given = (way: Way): Way[] => (way === undefined ? [] : [way]);

/** The ways out of a step that does not wait. */
function waysOn(step: Step, now: Date): Way[] {
  switch (step.type) {
    case 'ask':
    case 'wait':
    case 'http_request':
      return [];
    case 'wait_until':
      return overAt(step, 0) <= now.getTime() ? [step.next] : [];
    case 'branch':
      return [...step.cases.map(({ next }) => next), step.otherwise];
    case 'business_hours':
      return [step.onOpen, step.onClosed];
    case 'end':
      return [undefined];
    default:
      return [step.next];
  }
}

function mayFail(step: Step, signal: Signal): boolean {
  switch (signal.kind) {
    case 'go':
      return step.type === 'wait_until' && step.time.includes('nothing');
    case 'undeliverable':
      return 'text' in step || 'templateId' in step ? step.onUndeliverable === undefined : false;
    case 'answered':
      return step.type === 'http_request' && !isGood(signal.status) && step.onError === undefined;
    case 'unanswered':
      return step.type === 'http_request' && step.onError === undefined;
    default:
      return false;
  }
}
