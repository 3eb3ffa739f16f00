import type { InvalidParamKey } from '../../platform/errors.ts';
import { checkCondition } from '../../platform/search/evaluate-filter.ts';
import { toTime } from '../../platform/search/time.ts';
import { isTimeZone } from '../../platform/time-zone.ts';
import type { Step } from './definition.ts';
import { minutesOf } from './execution/business-hours.ts';
import { LONGEST_ABOVE_BUTTONS } from './execution/effects.ts';
import { checkText, hasPlace } from './execution/render.ts';
import { type StepOf, scopeRoots } from './execution/state.ts';

/** Tells of a mistake. The first one about a path is the one that is told. */
export type Note = (path: string, key: InvalidParamKey, message: string) => void;

/** What is wrong with one step by itself; paths are within the step. */
export function checkStep(note: Note, step: Step, ownId: string | undefined): void {
  switch (step.type) {
    case 'send_message':
    case 'ask':
      checkMessage(note, step);
      return;
    case 'send_template':
      noteTexts(note, 'variables', step.variables);
      return;
    case 'branch':
      for (const [i, one] of step.cases.entries()) noteCondition(note, `cases.${i}.if`, one.if);
      return;
    case 'wait_until':
      checkTime(note, step);
      return;
    case 'business_hours':
      checkHours(note, step);
      return;
    case 'assign':
      if (step.userId === undefined && step.teamId === undefined)
        note('userId', 'required', 'Say to whom: give userId, teamId or both; null takes the chat from whoever has it');
      return;
    case 'set_attribute':
      noteTexts(note, '', { value: step.value });
      return;
    case 'set_chat_status':
      checkSnooze(note, step);
      return;
    case 'http_request':
      checkRequest(note, step);
      return;
    case 'run_automation':
      if (step.automationId === ownId)
        note('automationId', 'custom', 'An automation cannot start itself; lead back to a step of it instead');
      noteTexts(note, 'variables', step.variables);
      return;
    case 'wait':
    case 'add_label':
    case 'remove_label':
    case 'end':
      return;
    default:
      step satisfies never;
  }
}

export function noteCondition(note: Note, path: string, condition: string): void {
  const mistake = checkCondition(condition, scopeRoots);
  if (mistake) note(path, 'custom', mistake);
}

function checkMessage(note: Note, { text, buttons }: StepOf<'send_message' | 'ask'>): void {
  if (text.trim() === '') note('text', 'too_small', 'Write at least one character that can be seen');
  noteTexts(note, '', { text });
  if (!buttons) return;
  const excess = text.length - LONGEST_ABOVE_BUTTONS;
  if (excess > 0)
    note(
      'text',
      'too_big',
      `Above buttons a text has at most ${LONGEST_ABOVE_BUTTONS} characters; shorten it by ${excess}, or send it as a message before`,
    );
  for (const [i, { id, title }] of buttons.entries()) {
    const earlier = buttons.slice(0, i);
    if (earlier.some((one) => one.id === id))
      note(`buttons.${i}.id`, 'custom', 'Another button has this id; give each one its own');
    if (earlier.some((one) => one.title === title))
      note(`buttons.${i}.title`, 'custom', 'Another button has this title; nobody could tell them apart');
  }
}

function checkTime(note: Note, { time }: StepOf<'wait_until'>): void {
  noteTexts(note, '', { time });
  if (!hasPlace(time) && toTime(time.trim()) === undefined)
    note(
      'time',
      'invalid_date',
      'Write a time such as 2026-01-31T12:00:00Z, or a place that holds one such as {{contact.attributes.renewal}}',
    );
}

function checkHours(note: Note, { timeZone, days }: StepOf<'business_hours'>): void {
  if (!isTimeZone(timeZone))
    note('timeZone', 'custom', `There is no time zone ${timeZone}; write one such as Europe/Berlin or UTC`);
  for (const [day, ranges] of Object.entries(days))
    for (const [i, { from, until }] of (ranges ?? []).entries())
      if (minutesOf(until) <= minutesOf(from))
        note(
          `days.${day}.${i}.until`,
          'custom',
          `This ends before it begins at ${from}; over midnight, end at 24:00 and begin the next day at 00:00`,
        );
}

function checkSnooze(note: Note, { status, snoozeSeconds }: StepOf<'set_chat_status'>): void {
  if (status === 'snoozed' && snoozeSeconds === undefined)
    note('snoozeSeconds', 'required', 'Say for how long the chat is snoozed');
  if (status !== 'snoozed' && snoozeSeconds !== undefined)
    note('snoozeSeconds', 'custom', `Only a snoozed chat has a time; leave this out, or set status to "snoozed"`);
}

function checkRequest(note: Note, { url, headers, body }: StepOf<'http_request'>): void {
  noteTexts(note, '', { url, body });
  if (!/^(https?:\/\/|\{\{)/.test(url) || (!hasPlace(url) && !URL.canParse(url)))
    note('url', 'invalid_string', 'Write a whole URL such as https://example.com/orders/{{variables.order}}');
  noteTexts(note, 'headers', headers, [...scopeRoots, 'secrets']);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
      note(`headers.${name}`, 'invalid_string', 'The name of a header has letters, digits and - only');
    if (!/^[ -~]*$/.test(value))
      note(`headers.${name}`, 'invalid_string', 'A header is one line of letters, digits and signs of ASCII');
  }
}

/** The places of every value that is a text. */
function noteTexts(note: Note, path: string, values: Record<string, unknown>, roots: readonly string[] = scopeRoots): void {
  for (const [name, value] of Object.entries(values)) {
    const mistake = typeof value === 'string' ? checkText(value, roots) : undefined;
    if (mistake) note(path ? `${path}.${name}` : name, 'custom', mistake);
  }
}
