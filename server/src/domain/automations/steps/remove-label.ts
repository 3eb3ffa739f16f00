import { removeLabels } from '../../contacts/index.ts';
import { goTo, outcome } from '../execution/outcome.ts';
import { defineStep, exit } from './define-step.ts';
import { id, target } from './fields.ts';

export const removeLabel = defineStep({
  type: 'remove_label',
  fields: { labelId: id, next: target },
  example: { labelId: 'vip' },
  exits: ({ next }) => [exit('next', next)],
  references: ({ labelId }) => [{ kind: 'label', id: labelId, path: 'labelId' }],
  decide: ({ step, state }) =>
    outcome(step, goTo(state, step.next), 'done', { effect: { do: 'remove_label', labelId: step.labelId } }),
  async execute({ ctx, run, effect }) {
    await removeLabels(ctx, run.contactId, [effect.labelId]);
    return {};
  },
});
