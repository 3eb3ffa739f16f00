import type { types } from '@patchbay/sdk';
import { exitsOf } from '../definition/exits.ts';
import type { Draft } from '../definition/types.ts';

/** What a person invents for a simulation. */
export type Invented = {
  firstName: string;
  lastName: string;
  /** Names, separated by commas. */
  labels: string;
  attributes: Record<string, unknown>;
  variables: Record<string, unknown>;
  /** In the order of the questions. Null: no reply. */
  replies: (string | null)[];
  /** In the order of the requests; the body is JSON, or text. */
  answers: { status: number; body: string }[];
  /** Ids of steps whose messages are refused. */
  undeliverable: string[];
};

/** A customer, a reply for each question and an answer for each request, so that a simulation goes on to the end. */
export const invented = ({ steps }: Draft): Invented => ({
  firstName: 'Ada',
  lastName: 'Example',
  labels: '',
  attributes: {},
  variables: {},
  replies: steps.filter(({ type }) => type === 'ask').map(() => 'yes'),
  answers: steps.filter(({ type }) => type === 'http_request').map(() => ({ status: 200, body: '{}' })),
  undeliverable: [],
});

export const canBeRefused = ({ steps }: Draft): string[] =>
  steps.filter((step) => exitsOf(step).some(({ path }) => path === 'onUndeliverable')).map(({ id }) => id);

export function simulationBody(given: Invented): types.SimulateAutomationBody {
  const { firstName, lastName, labels, attributes, variables, replies, answers, undeliverable } = given;
  const fullName = [firstName, lastName].filter(Boolean).join(' ');
  return {
    contact: {
      firstName: firstName || null,
      lastName: lastName || null,
      fullName: fullName || null,
      displayName: fullName || null,
      labels: labels
        .split(',')
        .map((label) => label.trim())
        .filter(Boolean),
      attributes,
    },
    variables: variables as types.SimulateAutomationBody['variables'],
    replies: replies.map((text) => (text === null ? 'timeout' : { text })),
    answers: answers.map(({ status, body }) => ({ status, body: jsonOrText(body) })),
    undeliverable,
  };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What a step would do, in a few words: the text that it would send, or the values of its effect. */
export function effectText(effect: Record<string, unknown> | null): string | null {
  if (!effect) return null;
  const content = effect.content as { text?: string } | undefined;
  if (typeof content?.text === 'string') return content.text;
  if (effect.do === 'http_request') return `${String(effect.method)} ${String(effect.url)}`;
  const rest = Object.entries(effect).filter(([name, value]) => name !== 'do' && value !== null && value !== undefined);
  return rest.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ') || null;
}
