import { z } from 'zod';
import { renderText } from '../../../platform/render-text.ts';
import type { Scope } from '../execution/state.ts';
import { type Report, reportTexts } from './checks.ts';
import { text } from './fields.ts';

/** What providers accept above buttons. */
const MAX_LENGTH_ABOVE_BUTTONS = 1_024;

const button = z.strictObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) });

/** The fields of steps that write a text: send_message and ask. */
export const messageFields = { text, buttons: z.array(button).min(1).max(3).optional() };

type Message = { text: string; buttons?: z.output<typeof button>[] | undefined };

export function checkMessage(report: Report, { text, buttons }: Message): void {
  if (text.trim() === '') report('text', 'too_small', 'Write at least one visible character');
  reportTexts(report, '', { text });
  if (!buttons) return;
  const excess = text.length - MAX_LENGTH_ABOVE_BUTTONS;
  if (excess > 0)
    report(
      'text',
      'too_big',
      `A text above buttons has at most ${MAX_LENGTH_ABOVE_BUTTONS} characters; shorten it by ${excess}, or send it as a separate message`,
    );
  for (const [i, { id, title }] of buttons.entries()) {
    const earlier = buttons.slice(0, i);
    if (earlier.some((one) => one.id === id))
      report(`buttons.${i}.id`, 'custom', 'Another button has this id; give each button a different id');
    if (earlier.some((one) => one.title === title))
      report(`buttons.${i}.title`, 'custom', 'Another button has this title; give each button a different title');
  }
}

export const EMPTY_MESSAGE = 'The text is empty, because all of its placeholders are empty';

/** Returns the message as the contact reads it; undefined when nothing is left of the text. */
export function renderMessage({ text, buttons }: Message, scope: Scope) {
  const rendered = renderText(text, scope, buttons && MAX_LENGTH_ABOVE_BUTTONS);
  if (rendered.trim() === '') return undefined;
  return buttons ? { type: 'interactive' as const, text: rendered, buttons } : { type: 'text' as const, text: rendered };
}
