import type { Step } from '../definition.ts';
import { hasPlace } from './render.ts';

/** A way out of a step: the dotted path of the parameter that names the next step, and that name (none: the run ends). */
export type Exit = {
  path: string;
  target: string | undefined;
  /** Whoever leaves here has waited; a loop needs one such exit, or it would run as fast as it can. */
  isAfterWait: boolean;
};

export function exitsOf(step: Step): Exit[] {
  switch (step.type) {
    case 'send_message':
    case 'send_template':
      return [exit('next', step.next), exit('onUndeliverable', step.onUndeliverable)];
    case 'ask':
      return [
        exit('onReply', step.onReply, true),
        exit('onTimeout', step.onTimeout, true),
        exit('onUndeliverable', step.onUndeliverable),
      ];
    case 'branch':
      return [...step.cases.map(({ next }, i) => exit(`cases.${i}.next`, next)), exit('otherwise', step.otherwise)];
    case 'wait':
      return [exit('next', step.next, true)];
    case 'wait_until':
      // A fixed time is over in the second round; only one that is looked up can be another one.
      return [exit('next', step.next, hasPlace(step.time))];
    case 'business_hours':
      return [exit('onOpen', step.onOpen), exit('onClosed', step.onClosed)];
    case 'http_request':
      return [exit('next', step.next), exit('onError', step.onError)];
    case 'assign':
    case 'add_label':
    case 'remove_label':
    case 'set_attribute':
    case 'set_chat_status':
    case 'run_automation':
      return [exit('next', step.next)];
    case 'end':
      return [];
    default:
      return step satisfies never;
  }
}

const exit = (path: string, target: string | undefined, isAfterWait = false): Exit => ({ path, target, isAfterWait });
