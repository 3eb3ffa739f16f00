import { ConnectionError, PatchbayError } from '@patchbay/sdk';
import { type Ending, Failure } from './failure.ts';

const endings: Record<number, Ending> = { 401: 'refused', 402: 'refused', 403: 'refused', 404: 'notFound', 410: 'notFound' };

/** What to do about each refusal; one that is not here says enough by itself. */
const todos: Record<string, string> = {
  unauthorized: 'the token is wrong, expired or revoked; run: patchbay login',
  forbidden: 'use a token that has this scope; an admin makes one with POST /v3/access_tokens',
  insufficient_billing_plan: 'ask the operator of the server for a larger plan',
  quota_exceeded: 'delete what is not needed any more, or ask the operator of the server for a larger plan',
  too_many_requests: 'wait for the next minute, or ask the operator for a larger plan',
  too_many_queries: 'other requests of the tenant are under way; run fewer at a time and try again in a moment',
  query_too_slow: 'ask for less: fewer conditions, a narrower filter or a smaller page',
  outside_messaging_window: 'send a template instead: patchbay send --template ID',
  contact_unsubscribed:
    'this person withdrew consent to such messages on this channel; if it is for another purpose, say so with --purpose',
  invalid_body_params: 'mend what is named above and try again',
  service_unavailable: 'the server is there but cannot work right now; try again in a moment',
  internal_error: 'a fault of the server; tell its operator the request id',
  version_sunset: 'this version of the API has ended on that server',
};

/** Whatever was thrown, as something to tell the user, or nothing where it is a mistake of our own. */
export function toFailure(error: unknown, url: string): Failure | undefined {
  if (error instanceof Failure) return error;
  if (!(error instanceof PatchbayError)) return undefined;
  const detail = {
    ...(error.requestId !== null && { requestId: error.requestId }),
    ...(error.messageKey !== null && { messageKey: error.messageKey }),
    ...(Object.keys(error.invalidParams).length > 0 && { invalidParams: error.invalidParams }),
  };
  if (error instanceof ConnectionError)
    return new Failure('unreachable', `${url} cannot be reached: ${bare(error)}`, {
      todo: 'check that the server runs and that the address is right (--url, PATCHBAY_URL, patchbay profiles)',
    });
  return new Failure(endingOf(error), bare(error), { ...detail, ...todoOf(error) });
}

const endingOf = ({ status, messageKey }: PatchbayError): Ending =>
  messageKey === null ? 'failed' : (endings[status ?? 0] ?? 'failed');

function todoOf({ messageKey, status }: PatchbayError): { todo?: string } {
  if (messageKey === null)
    return { todo: 'something else than Patchbay answers there; check the address, and the proxy before it' };
  if (messageKey === 'route_not_found')
    return { todo: 'the server is older than this command, or the address has a path too much' };
  const known = todos[messageKey];
  if (known) return { todo: known };
  return status === 404 ? { todo: 'check the id; a token sees only what is its own tenant’s' } : {};
}

/** The message without the operation and the request id, which are shown in their own places. */
function bare({ message, operation, requestId }: PatchbayError): string {
  const end = requestId ? ` (request ${requestId})` : '';
  const start = `${operation}: `;
  return message.slice(
    message.startsWith(start) ? start.length : 0,
    message.endsWith(end) ? message.length - end.length : undefined,
  );
}

/** As people read it: what is wrong, the API's own words for it, and what to do. */
export function failureLines({ message, detail }: Failure): string[] {
  const { messageKey, requestId, invalidParams = {}, todo } = detail;
  const facts = [messageKey ?? '', requestId ? `request ${requestId}` : ''].filter((fact) => fact !== '');
  return [
    message,
    ...Object.entries(invalidParams).map(([path, { message }]) => `  ${path}: ${message}`),
    ...(facts.length > 0 ? [`  ${facts.join(', ')}`] : []),
    ...(todo ? [`  → ${todo}`] : []),
  ];
}

export const failureDocument = ({ message, detail, exitCode }: Failure) => ({
  error: {
    message,
    messageKey: detail.messageKey ?? null,
    requestId: detail.requestId ?? null,
    invalidParams: detail.invalidParams ?? {},
    todo: detail.todo ?? null,
    exitCode,
  },
});
