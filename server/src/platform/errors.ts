/**
 * All failures that a caller can get. Domain code throws the key; the HTTP layer builds the response.
 * To add a failure, add a line here and a line in docs/reference/errors.md.
 */
export const failures = {
  invalid_body_params: { status: 400, message: 'Invalid body params' },
  invalid_request: { status: 400, message: 'This is not an HTTP request we can read' },
  unauthorized: { status: 401, message: 'Unauthorized' },
  sign_in_failed: { status: 401, message: 'The email address or the password is wrong' },
  insufficient_billing_plan: { status: 402, message: 'Insufficient billing plan' },
  quota_exceeded: {
    status: 402,
    message: 'Quota exceeded: the plan has no room for more; delete some first, or choose a larger plan',
  },
  forbidden: { status: 403, message: 'Forbidden' },
  tenant_not_found: { status: 404, message: 'Tenant not found' },
  job_not_found: { status: 404, message: 'There is no failed job with this id; it may have been retried already' },
  contact_not_found: { status: 404, message: 'Contact not found' },
  contact_import_not_found: { status: 404, message: 'Contact import not found' },
  contact_export_not_found: { status: 404, message: 'Contact export not found' },
  contact_erasure_not_found: { status: 404, message: 'Contact erasure not found' },
  chat_not_found: { status: 404, message: 'Chat not found' },
  bulk_action_not_found: { status: 404, message: 'Bulk action not found' },
  note_not_found: { status: 404, message: 'Note not found' },
  user_required: {
    status: 403,
    message: 'This operation belongs to a person: call it with the token of a user, not with one without a user',
  },
  operator_required: {
    status: 403,
    message:
      'Forbidden: only operators of the installation may do this; whoever runs the server can make an account one: npm run admin -- operator grant --email …',
  },
  sandbox_tenant_required: {
    status: 403,
    message: 'Only a sandbox tenant has the sandbox: call this with a token that begins with test_, or create a sandbox tenant',
  },
  second_factor_required: {
    status: 403,
    message: 'This session needs a second factor: give it, or sign in again with one',
  },
  invitation_not_found: {
    status: 404,
    message: 'This invitation does not exist: it was used, replaced or has expired; ask for a new one',
  },
  password_reset_not_found: {
    status: 404,
    message: 'This reset link does not exist: it was used, replaced or has expired; ask for a new one',
  },
  snippet_not_found: { status: 404, message: 'Snippet not found' },
  view_not_found: { status: 404, message: 'View not found' },
  push_subscription_not_found: { status: 404, message: 'Push subscription not found' },
  user_not_found: { status: 404, message: 'User not found' },
  team_not_found: { status: 404, message: 'Team not found' },
  business_hours_not_found: { status: 404, message: 'Business hours not found' },
  sla_policy_not_found: { status: 404, message: 'SLA policy not found' },
  attribute_not_found: { status: 404, message: 'Attribute not found' },
  label_not_found: { status: 404, message: 'Label not found' },
  message_not_found: { status: 404, message: 'Message not found' },
  channel_not_found: { status: 404, message: 'Channel not found' },
  webhook_not_found: { status: 404, message: 'Webhook not found' },
  delivery_not_found: { status: 404, message: 'Delivery not found' },
  file_not_found: { status: 404, message: 'File not found' },
  message_template_not_found: { status: 404, message: 'Message template not found' },
  automation_not_found: { status: 404, message: 'Automation not found' },
  automation_version_not_found: { status: 404, message: 'Automation version not found' },
  consent_not_found: { status: 404, message: 'Consent not found' },
  secret_not_found: { status: 404, message: 'Secret not found' },
  code_refused: {
    status: 403,
    message: 'The code is wrong, too old or was used before; wait for the next code of the app, or use a recovery code',
  },
  proof_required: {
    status: 403,
    message: 'Prove that it is you: give your password, a code of your authenticator app or a recovery code with this request',
  },
  passkey_refused: {
    status: 403,
    message:
      'The passkey was refused: it is not known here, or its answer is too old, was used before or is for another site; begin again',
  },
  passkey_not_found: { status: 404, message: 'Passkey not found' },
  oidc_refused: { status: 403, message: 'Sign-in with the identity provider failed; begin again' },
  identity_provider_not_found: {
    status: 404,
    message: 'This tenant has no identity provider; sign in with a password or a passkey, or ask an admin to configure one',
  },
  automation_run_not_found: { status: 404, message: 'Automation run not found' },
  campaign_not_found: { status: 404, message: 'Campaign not found' },
  request_not_found: {
    status: 404,
    message: 'Request not found; requests are kept for a few days, and are here about a second after their answer',
  },
  sandbox_refused: { status: 422, message: 'The sandbox refused this' },
  sign_in_link_not_found: {
    status: 404,
    message: 'This link does not exist: it was used, replaced or has expired; start npm run dev again for a new one',
  },
  route_not_found: { status: 404, message: 'There is no such path. The list of operations is at /reference' },
  method_not_allowed: { status: 405, message: 'This path does not take this method; the Allow header lists those it takes' },
  request_timeout: { status: 408, message: 'The request was not complete in time' },
  conflict: { status: 409, message: 'The request conflicts with what is already there' },
  chat_changed: {
    status: 409,
    message: 'The chat has a newer message than ifLatestMessageId; read it, then send again with its id or without the field',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running; retry after the time in the Retry-After header',
  },
  version_sunset: { status: 410, message: 'Version 2 of this API has been shut down; use version 3' },
  payload_too_large: { status: 413, message: 'The request body is too large' },
  url_too_long: { status: 414, message: 'The URL is too long' },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as Content-Type: application/json, in UTF-8, not compressed',
  },
  range_not_satisfiable: {
    status: 416,
    message: 'The Range header asks for bytes that are not there; the Content-Range header says how many there are',
  },
  tenant_moved: {
    status: 421,
    message: 'This tenant has moved to another cell: send the request there; the Patchbay-Cell header names it',
  },
  outside_messaging_window: {
    status: 422,
    message: 'The contact has not written within the channel’s window; send a template, or wait until they write',
  },
  contact_unsubscribed: { status: 422, message: 'The contact withdrew consent to messages for this purpose on this channel' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another body; use a new key for a new request',
  },
  too_many_requests: {
    status: 429,
    message: 'The request limit applies per minute per tenant; retry after the time in the X-RateLimit-Reset header',
  },
  too_many_queries: {
    status: 429,
    message:
      'Other requests of this tenant use all the database connections it may hold; send fewer at a time and retry after the time in the Retry-After header',
  },
  headers_too_large: { status: 431, message: 'The request headers are too large' },
  internal_error: { status: 500, message: 'Oops! Something went wrong' },
  query_too_slow: {
    status: 503,
    message:
      'The database did not finish this within the time limit; ask for less: fewer conditions, a narrower filter, a smaller page, or one sort key',
  },
  file_store_unavailable: {
    status: 503,
    message: 'The file store cannot be used right now, so files can be neither stored nor read; retry later',
  },
  sandbox_unavailable: {
    status: 503,
    message: 'The sandbox does not answer; check that it runs at SANDBOX_URL and retry',
  },
  tenant_moving: {
    status: 503,
    message:
      'This tenant is being moved to another cell, which takes a few seconds; retry after the time in the Retry-After header',
  },
  service_unavailable: { status: 503, message: 'The service cannot answer right now; retry in a moment' },
} as const;

export type FailureKey = keyof typeof failures;

/** All reasons for which a parameter can be invalid. */
export type InvalidParamKey =
  | 'invalid_type'
  | 'invalid_string'
  | 'invalid_enum_value'
  | 'invalid_date'
  | 'too_small'
  | 'too_big'
  | 'unrecognized_keys'
  | 'required'
  | 'not_found'
  | 'custom';

export type InvalidParams = Record<string, { key: InvalidParamKey; message: string }>;

export type FailureDetail = { message?: string; invalidParams?: InvalidParams; headers?: Record<string, string> };

/** The only error class whose message is for the caller. Any other error is a defect and becomes a 500. */
export class Failure extends Error {
  readonly key: FailureKey;
  readonly detail: FailureDetail;

  constructor(key: FailureKey, detail: FailureDetail = {}) {
    super(detail.message ?? failures[key].message);
    this.name = 'Failure';
    this.key = key;
    this.detail = detail;
  }

  get status(): number {
    return failures[this.key].status;
  }
}

const MOST_SHOWN_CHARACTERS = 200;

/** Shortens a value of the caller that an error message quotes. */
export const shortened = (text: string): string =>
  text.length > MOST_SHOWN_CHARACTERS ? `${text.slice(0, MOST_SHOWN_CHARACTERS).toWellFormed()}…` : text;

/** Returns the value, or throws the failure when there is none. */
export function found<T>(value: T | undefined | null, key: FailureKey): T {
  if (value === undefined || value === null) throw new Failure(key);
  return value;
}

/** Adds a prefix to the names of the invalid parameters of a failure: `text` becomes `content.text`. */
export async function within<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || !error.detail.invalidParams) throw error;
    const invalidParams = Object.fromEntries(
      Object.entries(error.detail.invalidParams).map(([key, one]) => [`${path}.${key}`, one]),
    );
    throw new Failure(error.key, { ...error.detail, invalidParams });
  }
}

/** Returns the message of a failure with the message of each invalid parameter. */
export const explainFailure = ({ message, detail }: Failure): string =>
  [message, ...Object.entries(detail.invalidParams ?? {}).map(([path, one]) => `${path}: ${one.message}`)].join('; ');

/** Returns the failure for one invalid parameter. */
export const invalidParam = (path: string, key: InvalidParamKey, message: string): Failure =>
  new Failure('invalid_body_params', { invalidParams: { [path]: { key, message } } });
