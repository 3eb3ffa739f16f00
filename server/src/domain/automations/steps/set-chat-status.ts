import { z } from 'zod';
import { setChatStatus } from '../../chats/index.ts';
import { goTo, outcome, secondsAfter } from '../execution/outcome.ts';
import { chatOf } from './chat.ts';
import { defineStep, exit } from './define-step.ts';
import { seconds, target } from './fields.ts';

export const setChatStatusStep = defineStep({
  type: 'set_chat_status',
  fields: { status: z.enum(['open', 'closed', 'snoozed']), snoozeSeconds: seconds.optional(), next: target },
  example: { status: 'closed' },
  exits: ({ next }) => [exit('next', next)],
  check(report, { status, snoozeSeconds }) {
    if (status === 'snoozed' && snoozeSeconds === undefined)
      report('snoozeSeconds', 'required', 'Give the number of seconds that the chat is snoozed');
    if (status !== 'snoozed' && snoozeSeconds !== undefined)
      report('snoozeSeconds', 'custom', 'Only a snoozed chat has a duration; leave this out, or set status to "snoozed"');
  },
  decide({ step, state }) {
    const effect = { do: 'set_chat_status', status: step.status, snoozeSeconds: step.snoozeSeconds ?? null };
    return outcome(step, goTo(state, step.next), 'done', { effect });
  },
  async execute({ ctx, run, effect: { status, snoozeSeconds } }) {
    await setChatStatus(ctx, chatOf(run), {
      status,
      ...(snoozeSeconds !== null && { snoozedUntil: secondsAfter(ctx.clock.now(), snoozeSeconds) }),
      triggerAutomations: true,
    });
    return {};
  },
});
