import { goTo, outcome } from '../execution/outcome.ts';
import { defineStep, exit } from './define-step.ts';
import { target } from './fields.ts';
import { checkMessage, EMPTY_MESSAGE, messageFields, renderMessage } from './message.ts';
import { executeSend, type SendEffect, undeliverable } from './send.ts';

export const sendMessage = defineStep({
  type: 'send_message',
  fields: { ...messageFields, next: target, onUndeliverable: target },
  example: { text: 'Hello {{contact.firstName|there}}' },
  exits: ({ next, onUndeliverable }) => [exit('next', next), exit('onUndeliverable', onUndeliverable)],
  check: checkMessage,
  decide({ step, state, scope }) {
    const content = renderMessage(step, scope);
    if (!content) return undeliverable(step, state, EMPTY_MESSAGE);
    return outcome<SendEffect>(step, goTo(state, step.next), 'sent', { effect: { do: 'send', content } });
  },
  refused: undeliverable,
  execute: executeSend,
});
