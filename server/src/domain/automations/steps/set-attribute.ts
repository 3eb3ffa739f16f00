import { z } from 'zod';
import { hasPlaceholder } from '../../../platform/render-text.ts';
import { misfit } from '../../attributes/index.ts';
import { setAttributeNamed } from '../../contacts/index.ts';
import { goTo, outcome } from '../execution/outcome.ts';
import { reportTexts } from './checks.ts';
import { defineStep, exit } from './define-step.ts';
import { scalar, target } from './fields.ts';
import { renderScalar } from './render.ts';

export const setAttribute = defineStep({
  type: 'set_attribute',
  fields: { externalId: z.string().min(1).max(200), value: scalar, next: target },
  example: { externalId: 'plan', value: '{{variables.answer}}' },
  exits: ({ next }) => [exit('next', next)],
  check: (report, { value }) => reportTexts(report, '', { value }),
  references: ({ externalId }) => [{ kind: 'attribute', id: externalId, path: 'externalId' }],
  /** Reports a fixed value that does not fit. The value of a placeholder is not known before the run; null removes the value. */
  checkReferences(report, { externalId, value }, { attributes }) {
    const attribute = attributes.get(externalId);
    if (!attribute || value === null || (typeof value === 'string' && hasPlaceholder(value))) return;
    const error = misfit(attribute, value);
    if (error) report('value', 'custom', error);
  },
  decide({ step, state, scope }) {
    const effect = { do: 'set_attribute', externalId: step.externalId, value: renderScalar(step.value, scope) };
    return outcome(step, goTo(state, step.next), 'done', { effect });
  },
  async execute({ ctx, run, effect: { externalId, value } }) {
    await setAttributeNamed(ctx, run.contactId, externalId, value);
    return {};
  },
});
