import { z } from 'zod';
import { assignChat } from '../../chats/index.ts';
import { goTo, outcome } from '../execution/outcome.ts';
import { chatOf } from './chat.ts';
import { defineStep, exit } from './define-step.ts';
import { target } from './fields.ts';

export const assign = defineStep({
  type: 'assign',
  fields: { userId: z.uuid().nullable().optional(), teamId: z.uuid().nullable().optional(), next: target },
  example: { userId: null },
  exits: ({ next }) => [exit('next', next)],
  check(report, { userId, teamId }) {
    if (userId === undefined && teamId === undefined)
      report('userId', 'required', 'Give userId, teamId or both; null removes the assignment');
  },
  references: (step) =>
    (['user', 'team'] as const).flatMap((kind) => {
      const id = step[`${kind}Id`];
      return typeof id === 'string' ? [{ kind, id, path: `${kind}Id` }] : [];
    }),
  decide: ({ step, state }) =>
    outcome(step, goTo(state, step.next), 'done', { effect: { do: 'assign', userId: step.userId, teamId: step.teamId } }),
  async execute({ ctx, run, effect: { userId, teamId } }) {
    await assignChat(ctx, chatOf(run), { userId, teamId });
    return {};
  },
});
