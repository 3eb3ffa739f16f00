import { z } from 'zod';
import {
  escapeHeader,
  escapeJson,
  escapeUrl,
  hasPlaceholder,
  MAX_TEXT_LENGTH,
  renderText,
} from '../../../platform/render-text.ts';
import { enqueue } from '../../../queue/index.ts';
import { jobs } from '../../../registry/jobs.ts';
import { hideCredentials, secretHeaderFault, secretsIn } from '../../secrets/index.ts';
import { goTo, goToOrFail, outcome, waitFor } from '../execution/outcome.ts';
import { type Scope, scopeRoots } from '../execution/state.ts';
import { type Report, reportTexts } from './checks.ts';
import { defineStep, exit } from './define-step.ts';
import { target, text, variableName } from './fields.ts';
import { mapValues } from './render.ts';

const MAX_BODY_LENGTH = 65_536;

export const httpRequest = defineStep({
  type: 'http_request',
  fields: {
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
    url: text,
    headers: z.record(z.string().max(100), z.string().max(2048)).default({}),
    body: z.string().max(16_384).optional(),
    /** The variable that holds the response: `{ status, body }`. */
    saveAs: variableName.optional(),
    next: target,
    onError: target,
  },
  example: { url: 'https://example.com/orders/{{variables.order}}', body: '{"name":"{{contact.firstName}}"}' },
  exits: ({ next, onError }) => [exit('next', next), exit('onError', onError)],
  check(report, { url, headers, body }) {
    reportTexts(report, '', { url, body });
    if (!/^(https?:\/\/|\{\{)/.test(url) || (!hasPlaceholder(url) && !URL.canParse(url)))
      report('url', 'invalid_string', 'Write a complete URL such as https://example.com/orders/{{variables.order}}');
    checkHeaders(report, headers);
  },
  checkWritten(report, { headers }) {
    for (const [name, value] of Object.entries(headers)) {
      const error = secretHeaderFault(name, value);
      if (error) report(`headers.${name}`, 'custom', error);
    }
  },
  references: ({ headers }) =>
    Object.entries(headers).flatMap(([name, value]) =>
      secretsIn(value).map((id) => ({ kind: 'secret' as const, id, path: `headers.${name}` })),
    ),
  redact: (step) => ({ ...step, headers: hideCredentials(step.headers) }),
  decide({ step, state, scope }) {
    const effect = { do: 'http_request', method: step.method, ...renderRequest(step, scope) };
    return outcome(step, waitFor(state, 'http', null), 'requested', { effect });
  },
  resume(step, state, signal) {
    if (signal.kind === 'unanswered') return goToOrFail(step, state, step.onError, 'unanswered', signal.reason);
    if (signal.kind !== 'answered') return null;
    const { status, body } = signal;
    if (!(status >= 200 && status < 300))
      return goToOrFail(step, state, step.onError, 'answered', `The response status was ${status}, not 2xx`);
    const variables = step.saveAs === undefined ? state.variables : { ...state.variables, [step.saveAs]: { status, body } };
    return outcome(step, goTo({ ...state, variables }, step.next), 'answered', { detail: { status } });
  },
  refused: (step, state, reason) => goToOrFail(step, state, step.onError, 'unanswered', reason),
  async execute({ ctx, run, effect }) {
    const { do: _, ...call } = effect;
    await enqueue(ctx, jobs.callHttp, { runId: run.id, visit: run.stepsDone, ...call });
    return {};
  },
});

function checkHeaders(report: Report, headers: Record<string, string>): void {
  reportTexts(report, 'headers', headers, [...scopeRoots, 'secrets']);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
      report(`headers.${name}`, 'invalid_string', 'The name of a header has letters, digits and - only');
    if (!/^[ -~]*$/.test(value))
      report(`headers.${name}`, 'invalid_string', 'The value of a header is one line of printable ASCII characters');
  }
}

type Request = { url: string; headers: Record<string, string>; body?: string | undefined };

/**
 * Renders a request. Values come from contacts, so they are escaped for the URL, the headers and a JSON body. Headers with secrets
 * stay as they are: the job that makes the call inserts the secrets.
 */
function renderRequest({ url, headers, body }: Request, scope: Scope) {
  const [secretHeaders, plainHeaders] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(headers).filter(([, value]) => secretsIn(value).length > 0 === wanted)),
  ) as [Record<string, string>, Record<string, string>];
  return {
    url: renderText(url, scope, MAX_TEXT_LENGTH, escapeUrl),
    headers: mapValues(plainHeaders, (value) => renderText(value, scope, MAX_TEXT_LENGTH, escapeHeader)),
    secretHeaders,
    body: body === undefined ? null : renderText(body, scope, MAX_BODY_LENGTH, isJson(body) ? escapeJson : undefined),
  };
}

const isJson = (body: string): boolean => /^\s*[{[]/.test(body);
