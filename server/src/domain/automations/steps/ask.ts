import { goTo, outcome, secondsAfter, waitFor } from '../execution/outcome.ts';
import type { RunState, Signal } from '../execution/state.ts';
import { defineStep, exit } from './define-step.ts';
import { seconds, target, variableName } from './fields.ts';
import { checkMessage, EMPTY_MESSAGE, messageFields, renderMessage } from './message.ts';
import { executeSend, type SendEffect, undeliverable } from './send.ts';

export const ask = defineStep({
  type: 'ask',
  fields: {
    ...messageFields,
    /** The variable that holds the reply. */
    saveAs: variableName,
    timeoutSeconds: seconds,
    onReply: target,
    onTimeout: target,
    onUndeliverable: target,
  },
  example: { text: 'Which size?', saveAs: 'answer', timeoutSeconds: 3_600 },
  exits: ({ onReply, onTimeout, onUndeliverable }) => [
    exit('onReply', onReply, true),
    exit('onTimeout', onTimeout, true),
    exit('onUndeliverable', onUndeliverable),
  ],
  check: checkMessage,
  decide({ step, state, scope, now }) {
    const content = renderMessage(step, scope);
    if (!content) return undeliverable(step, state, EMPTY_MESSAGE);
    const until = secondsAfter(now, step.timeoutSeconds);
    return outcome<SendEffect>(step, waitFor(state, 'reply', until), 'asked', {
      effect: { do: 'send', content },
      detail: { until },
    });
  },
  /** Accepts a reply as long as the run waits, even when the timeout has passed and its timer has not fired yet. */
  resume(step, state, signal) {
    switch (signal.kind) {
      case 'reply': {
        const { messageId, buttonId } = signal;
        const replied = goTo(withReply(step.saveAs, state, signal), step.onReply);
        return outcome(step, replied, 'replied', { detail: { messageId, buttonId } });
      }
      case 'woke':
        return outcome(step, goTo(state, step.onTimeout), 'timed_out');
      case 'undeliverable':
        return undeliverable(step, state, signal.reason);
      default:
        return null;
    }
  },
  refused: undeliverable,
  execute: executeSend,
});

/** Saves the reply. A typed reply clears the button of an earlier visit. */
function withReply(saveAs: string, state: RunState, { text, buttonId }: Extract<Signal, { kind: 'reply' }>): RunState {
  const button = `${saveAs}ButtonId`;
  const isNamed = buttonId !== null || Object.hasOwn(state.variables, button);
  return { ...state, variables: { ...state.variables, [saveAs]: text, ...(isNamed && { [button]: buttonId }) } };
}
