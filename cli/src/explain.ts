import { ConnectionError, PatchbayError } from '@patchbay/sdk';
import { type Ending, Failure } from './failure.ts';

const endings: Record<number, Ending> = { 401: 'refused', 402: 'refused', 403: 'refused', 404: 'notFound', 410: 'notFound' };

/** The fix for each failure key. A key that is missing here has a sufficient message. */
const todos: Record<string, string> = {
  unauthorized: 'the token is wrong, expired or revoked; run: patchbay login',
  forbidden: 'use a token that has this scope; an admin creates one with POST /v3/access_tokens',
  insufficient_billing_plan: 'ask the operator of the server for a larger plan',
  quota_exceeded: 'delete resources that are no longer needed, or ask the operator of the server for a larger plan',
  too_many_requests: 'wait for the next minute, or ask the operator for a larger plan',
  too_many_queries: 'too many concurrent requests of the tenant; send fewer at a time and try again in a moment',
  query_too_slow: 'use fewer conditions, a narrower filter or a smaller page',
  outside_messaging_window: 'send a template instead: patchbay send --template ID',
  contact_unsubscribed:
    'the contact withdrew consent to such messages on this channel; if the message has another purpose, set --purpose',
  invalid_body_params: 'correct the parameters named above and try again',
  service_unavailable: 'the server is temporarily unavailable; try again in a moment',
  internal_error: 'an internal error of the server; report the request id to its operator',
  version_sunset: 'the server no longer supports this version of the API',
};

/** Converts an error to a message for the user; returns undefined for a bug of ours. */
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
      todo: 'check that the server is running and that the address is correct (--url, PATCHBAY_URL, patchbay profiles)',
    });
  return new Failure(endingOf(error), bare(error), { ...detail, ...todoOf(error) });
}

const endingOf = ({ status, messageKey }: PatchbayError): Ending =>
  messageKey === null ? 'failed' : (endings[status ?? 0] ?? 'failed');

function todoOf({ messageKey, status }: PatchbayError): { todo?: string } {
  if (messageKey === null) return { todo: 'the response is not from Patchbay; check the address and the proxy' };
  if (messageKey === 'route_not_found')
    return { todo: 'the server is older than this command, or the address contains an extra path' };
  const known = todos[messageKey];
  if (known) return { todo: known };
  return status === 404 ? { todo: 'check the id; a token can only access resources of its own tenant' } : {};
}

/** Returns the message without the operation and the request id, which are printed separately. */
function bare({ message, operation, requestId }: PatchbayError): string {
  const end = requestId ? ` (request ${requestId})` : '';
  const start = `${operation}: `;
  return message.slice(
    message.startsWith(start) ? start.length : 0,
    message.endsWith(end) ? message.length - end.length : undefined,
  );
}

/** Returns the lines to print: the message, the invalid parameters, the failure key and the fix. */
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
