import { z } from 'zod';
import { cutText } from '../../../platform/cut-text.ts';
import { renderText } from '../../../platform/render-text.ts';
import { createRating } from '../../ratings/index.ts';
import { goTo, goToOrFail, outcome } from '../execution/outcome.ts';
import { chatOf } from './chat.ts';
import { reportTexts } from './checks.ts';
import { defineStep, exit } from './define-step.ts';
import { target, text } from './fields.ts';

const COMMENT_BYTES = 4_096;

export const setRating = defineStep({
  type: 'set_rating',
  fields: {
    /** A number from 1 to 5, or a text with placeholders that begins with one, such as {{variables.answer}}. */
    rating: z.union([z.int().min(1).max(5), text]),
    comment: text.optional(),
    next: target,
    /** Where the run goes when the text holds no rating. Without it the run fails. */
    onInvalid: target,
  },
  example: { rating: '{{variables.answer}}', comment: '{{variables.comment}}' },
  exits: ({ next, onInvalid }) => [exit('next', next), exit('onInvalid', onInvalid)],
  check: (report, { rating, comment }) => reportTexts(report, '', { rating, comment }),
  decide({ step, state, scope }) {
    const written = typeof step.rating === 'number' ? String(step.rating) : renderText(step.rating, scope).trim();
    const rating = ratingIn(written);
    if (rating === undefined) return goToOrFail(step, state, step.onInvalid, 'passed', 'The text holds no number from 1 to 5');
    const comment = step.comment === undefined ? '' : cutText(renderText(step.comment, scope).trim(), COMMENT_BYTES);
    const effect = { do: 'set_rating', rating, comment: comment === '' ? null : comment };
    return outcome(step, goTo(state, step.next), 'done', { effect });
  },
  async execute({ ctx, run, effect: { rating, comment } }) {
    await createRating(ctx, chatOf(run), { rating, comment });
    return {};
  },
});

/** Returns the number from 1 to 5 that a text begins with: "5", "4 stars", "3/5". */
const ratingIn = (written: string): number | undefined => {
  const digit = /^([1-5])(?!\d|[.,]\d)/.exec(written)?.[1];
  return digit === undefined ? undefined : Number(digit);
};
