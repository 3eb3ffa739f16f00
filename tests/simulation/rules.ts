import { isDeepStrictEqual } from 'node:util';
import type { RunState, Signal } from '../../server/src/domain/automations/execution/state.ts';
import { exitsOf, type Step } from '../../server/src/domain/automations/steps/index.ts';
import { RENEWAL } from './scope.ts';

/**
 * The rules of the steps, written a second time without the code of the steps. For a type of step without rules here, only its
 * declared exits are verified.
 */
const typesWithRules = new Set<string>([
  'send_message',
  'send_template',
  'ask',
  'branch',
  'wait',
  'wait_until',
  'business_hours',
  'assign',
  'add_label',
  'remove_label',
  'set_attribute',
  'set_chat_status',
  'http_request',
  'run_automation',
  'end',
]);

const hasRules = ({ type }: Step): boolean => typesWithRules.has(type);

type Target = string | undefined;

/** Returns whether this state is allowed after the signal. */
export function allowedAfter(step: Step, signal: Signal, after: RunState, now: Date): boolean {
  if (!hasRules(step)) return allowedByExits(step, after);
  switch (after.status) {
    case 'waiting':
      return signal.kind === 'go' && after.stepId === step.id && waitsFor(step, now) === after.waitingFor;
    case 'failed':
      return mayFail(step, signal) && after.stepId === null && after.error?.step === step.id && after.error.message !== '';
    case 'completed':
      return targetsAfter(step, signal, now).includes(undefined) && after.stepId === null;
    case 'running':
      return after.stepId !== null && targetsAfter(step, signal, now).includes(after.stepId);
    case 'cancelled':
      return false;
  }
}

function allowedByExits(step: Step, { status, stepId, error }: RunState): boolean {
  if (status === 'waiting') return stepId === step.id;
  if (status === 'failed') return error?.step === step.id;
  return exitsOf(step).some(({ target }) => (target ?? null) === stepId) && status !== 'cancelled';
}

/** Returns the end of a wait that began at `sinceMs`. */
export function waitEnd(step: Step, sinceMs: number): number {
  if (!hasRules(step)) return sinceMs;
  if (step.type === 'wait') return sinceMs + step.seconds * 1000;
  if (step.type === 'ask') return sinceMs + step.timeoutSeconds * 1000;
  if (step.type === 'wait_until') return Date.parse(step.time.startsWith('{{') ? RENEWAL : step.time) + step.offsetSeconds * 1000;
  return Number.POSITIVE_INFINITY;
}

/** Returns whether every visit of the step has an effect. A type of step without rules may have one. */
export const hasEffect = (step: Step): boolean | undefined =>
  hasRules(step) ? !['branch', 'wait', 'wait_until', 'business_hours', 'end'].includes(step.type) : undefined;

/** Returns whether the signal changed the variables of `saveAs` and no others. */
export function savesOnly(last: RunState, signal: Signal, after: RunState, step: Step | undefined): boolean {
  if (step && !hasRules(step)) return true;
  const saved: Record<string, unknown> = {};
  if (step?.type === 'ask' && signal.kind === 'reply') {
    saved[step.saveAs] = signal.text;
    const button = `${step.saveAs}ButtonId`;
    if (signal.buttonId !== null || button in last.variables) saved[button] = signal.buttonId;
  }
  if (step?.type === 'http_request' && signal.kind === 'answered' && isSuccess(signal.status) && step.saveAs !== undefined)
    saved[step.saveAs] = { status: signal.status, body: signal.body };
  return isDeepStrictEqual({ ...after.variables }, { ...last.variables, ...saved });
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

function waitsFor(step: Step, now: Date): RunState['waitingFor'] {
  if (step.type === 'ask') return 'reply';
  if (step.type === 'http_request') return 'http';
  return step.type === 'wait' || (step.type === 'wait_until' && waitEnd(step, 0) > now.getTime()) ? 'time' : null;
}

function targetsAfter(step: Step, signal: Signal, now: Date): Target[] {
  switch (signal.kind) {
    case 'go':
      return targetsWithoutWait(step, now);
    case 'woke':
      if (step.type === 'wait' || step.type === 'wait_until') return [step.next];
      return step.type === 'ask' ? [step.onTimeout] : [];
    case 'reply':
      return step.type === 'ask' ? [step.onReply] : [];
    case 'undeliverable':
      return 'onUndeliverable' in step && step.onUndeliverable !== undefined ? [step.onUndeliverable] : [];
    case 'answered':
      if (step.type !== 'http_request') return [];
      return isSuccess(signal.status) ? [step.next] : ifGiven(step.onError);
    case 'unanswered':
      return step.type === 'http_request' ? ifGiven(step.onError) : [];
  }
}

const ifGiven = (target: Target): Target[] => (target === undefined ? [] : [target]);

/** Returns the targets of a step that does not wait. */
function targetsWithoutWait(step: Step, now: Date): Target[] {
  switch (step.type) {
    case 'ask':
    case 'wait':
    case 'http_request':
      return [];
    case 'wait_until':
      return waitEnd(step, 0) <= now.getTime() ? [step.next] : [];
    case 'branch':
      return [...step.cases.map(({ next }) => next), step.otherwise];
    case 'business_hours':
      return [step.onOpen, step.onClosed];
    case 'end':
      return [undefined];
    default:
      return [(step as { next?: string }).next];
  }
}

function mayFail(step: Step, signal: Signal): boolean {
  switch (signal.kind) {
    case 'go':
      return step.type === 'wait_until' && step.time.includes('nothing');
    case 'undeliverable':
      return ['send_message', 'send_template', 'ask'].includes(step.type) && !('onUndeliverable' in step && step.onUndeliverable);
    case 'answered':
      return step.type === 'http_request' && !isSuccess(signal.status) && step.onError === undefined;
    case 'unanswered':
      return step.type === 'http_request' && step.onError === undefined;
    default:
      return false;
  }
}
