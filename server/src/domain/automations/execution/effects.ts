import { secretsIn } from '../../secrets/index.ts';
import { hasPlace, inHeader, inJson, inUrl, LONGEST_TEXT, render } from './render.ts';
import type { Content, Effect, Scope, StepOf } from './state.ts';

/** What providers take above buttons. */
export const LONGEST_ABOVE_BUTTONS = 1_024;
const LONGEST_VARIABLE = 1_024;
const LONGEST_BODY = 65_536;

type Acting = StepOf<
  'assign' | 'add_label' | 'remove_label' | 'set_attribute' | 'set_chat_status' | 'http_request' | 'run_automation'
>;

/** The message of a step as the contact will read it. */
export function messageOf(step: StepOf<'send_message' | 'send_template' | 'ask'>, scope: Scope): Content {
  if (step.type === 'send_template') {
    const variables = renderAll(step.variables, (value) => render(value, scope, LONGEST_VARIABLE));
    return { type: 'template', templateId: step.templateId, variables };
  }
  const { text, buttons } = step;
  return buttons
    ? { type: 'interactive', text: render(text, scope, LONGEST_ABOVE_BUTTONS), buttons }
    : { type: 'text', text: render(text, scope) };
}

/** What a step that sends nothing asks of the environment. */
export function effectOf(step: Acting, scope: Scope): Effect {
  switch (step.type) {
    case 'assign':
      return { do: step.type, userId: step.userId, teamId: step.teamId };
    case 'add_label':
    case 'remove_label':
      return { do: step.type, labelId: step.labelId };
    case 'set_attribute':
      return { do: step.type, externalId: step.externalId, value: renderScalar(step.value, scope) };
    case 'set_chat_status':
      return { do: step.type, status: step.status, snoozeSeconds: step.snoozeSeconds ?? null };
    case 'http_request':
      return { do: step.type, method: step.method, ...requestOf(step, scope) };
    case 'run_automation':
      return {
        do: step.type,
        automationId: step.automationId,
        variables: renderAll(step.variables, (value) => renderScalar(value, scope)),
      };
    default:
      return step satisfies never;
  }
}

/** Values come from contacts: whatever they write stays a value in the URL, the headers and a JSON body. */
function requestOf({ url, headers, body }: StepOf<'http_request'>, scope: Scope) {
  const [secret, plain] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(headers).filter(([, value]) => secretsIn(value).length > 0 === wanted)),
  ) as [Record<string, string>, Record<string, string>];
  return {
    url: render(url, scope, LONGEST_TEXT, inUrl),
    headers: renderAll(plain, (value) => render(value, scope, LONGEST_TEXT, inHeader)),
    secretHeaders: secret,
    body: body === undefined ? null : render(body, scope, LONGEST_BODY, isJson(body) ? inJson : undefined),
  };
}

const isJson = (body: string): boolean => /^\s*[{[]/.test(body);

const renderScalar = <T>(value: T, scope: Scope): T | string =>
  typeof value === 'string' && hasPlace(value) ? render(value, scope) : value;

const renderAll = <From, To>(values: Record<string, From>, toRendered: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toRendered(value)]));
