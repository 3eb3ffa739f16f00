import type { FastifyReply } from 'fastify';
import { fbTraceId } from '../ids.ts';
import type { MetaSpec } from './specs.ts';

type Known = { status: number; title: string; details: string };

/** Codes, titles and statuses from Meta's list of error codes. */
const known: Record<number, Known> = {
  0: { status: 401, title: 'AuthException', details: 'We were unable to authenticate the app user.' },
  1: { status: 400, title: 'API Unknown', details: 'Invalid request or possible server error.' },
  2: { status: 503, title: 'API Service', details: 'Temporary due to downtime or due to being overloaded.' },
  3: { status: 500, title: 'API Method', details: 'Capability or permissions issue.' },
  4: { status: 400, title: 'API Too Many Calls', details: 'The app has reached its API call rate limit.' },
  10: { status: 403, title: 'API Permission Denied', details: 'Permission is either not granted or has been removed.' },
  33: { status: 400, title: 'Parameter value is not valid', details: 'The business phone number has been deleted.' },
  100: {
    status: 400,
    title: 'Invalid parameter',
    details: 'The request included one or more unsupported or misspelled parameters.',
  },
  190: { status: 401, title: 'Access token has expired', details: 'Your access token has expired.' },
  230: { status: 400, title: 'User consent is required to access user profile', details: 'The person has not written yet.' },
  368: { status: 403, title: 'Temporarily blocked for policies violations', details: 'The account is restricted.' },
  551: { status: 400, title: "This person isn't available right now", details: 'The person cannot be reached at the moment.' },
  613: { status: 400, title: 'Calls to this API have exceeded the rate limit', details: 'Send more slowly.' },
  2635: { status: 400, title: 'Deprecated version', details: 'You are calling a deprecated version of the Graph API.' },
  80007: { status: 400, title: 'Rate limit issues', details: 'The WhatsApp Business Account has reached its rate limit.' },
  130429: { status: 400, title: 'Rate limit hit', details: 'Cloud API message throughput has been reached.' },
  130472: { status: 400, title: "User's number is part of an experiment", details: 'The message was not sent.' },
  131000: { status: 500, title: 'Something went wrong', details: 'Message failed to send due to an unknown error.' },
  131005: { status: 403, title: 'Access denied', details: 'Permission is either not granted or has been removed.' },
  131008: { status: 400, title: 'Required parameter is missing', details: 'The request is missing a required parameter.' },
  131009: { status: 400, title: 'Parameter value is not valid', details: 'One or more parameter values are invalid.' },
  131016: { status: 500, title: 'Service unavailable', details: 'A service is temporarily unavailable.' },
  131021: { status: 400, title: 'Recipient cannot be sender', details: 'Sender and recipient phone number is the same.' },
  131026: { status: 400, title: 'Message undeliverable', details: 'Unable to deliver message.' },
  131031: { status: 403, title: 'Business Account locked', details: 'The account has been restricted or disabled.' },
  131042: {
    status: 400,
    title: 'Business eligibility payment issue',
    details: 'There was an error related to your payment method.',
  },
  131047: {
    status: 400,
    title: 'Re-engagement message',
    details: 'More than 24 hours have passed since the customer last replied to this number.',
  },
  131048: { status: 400, title: 'Spam rate limit hit', details: 'Too many previous messages were blocked or flagged as spam.' },
  131049: {
    status: 400,
    title: 'Meta chose not to deliver',
    details: 'To maintain healthy ecosystem engagement, it was not delivered.',
  },
  131050: {
    status: 400,
    title: 'User has stopped marketing messages',
    details: 'The recipient asked for no marketing messages.',
  },
  131051: { status: 400, title: 'Unsupported message type', details: 'Message type is not currently supported.' },
  131052: { status: 400, title: 'Media download error', details: 'Unable to download the media sent by the user.' },
  131053: { status: 400, title: 'Media upload error', details: 'Unable to upload the media used in the message.' },
  131056: {
    status: 400,
    title: '(Business Account, Consumer Account) pair rate limit hit',
    details: 'Too many messages to the same person in a short time.',
  },
  131057: { status: 500, title: 'Account in maintenance mode', details: 'The number is being upgraded.' },
  132000: {
    status: 400,
    title: 'Template Param Count Mismatch',
    details: 'The number of parameters does not match the template.',
  },
  132001: { status: 404, title: 'Template does not exist', details: 'It does not exist in this language, or is not approved.' },
  132005: { status: 400, title: 'Template Hydrated Text Too Long', details: 'The translated text is too long.' },
  132007: { status: 400, title: 'Template Format Character Policy Violated', details: 'The template violates a policy.' },
  132012: { status: 400, title: 'Template Parameter Format Mismatch', details: 'Parameter values are formatted incorrectly.' },
  132015: { status: 400, title: 'Template is Paused', details: 'It is paused due to low quality and cannot be sent.' },
  132016: { status: 400, title: 'Template is Disabled', details: 'It was paused too many times and is permanently disabled.' },
  133010: { status: 400, title: 'Phone number not registered', details: 'The number is not registered on the platform.' },
};

const unknown: Known = { status: 400, title: 'Error', details: 'An error chosen by a knob of the sandbox.' };

type Options = { details?: string; subcode?: number; product?: MetaSpec['kind'] };

/** Thrown anywhere below a Graph route; the route's error handler turns it into Meta's error body. */
export class GraphFailure extends Error {
  readonly code: number;
  readonly options: Options;
  constructor(code: number, options: Options = {}) {
    super(`(#${code}) ${titleOf(code)}`);
    this.code = code;
    this.options = options;
  }
}

export const titleOf = (code: number) => (known[code] ?? unknown).title;
export const detailsOf = (code: number) => (known[code] ?? unknown).details;

export function sendGraphFailure(reply: FastifyReply, failure: GraphFailure): FastifyReply {
  const { subcode, details, product } = failure.options;
  return reply.code((known[failure.code] ?? unknown).status).send({
    error: {
      message: failure.message,
      type: 'OAuthException',
      code: failure.code,
      ...(subcode && { error_subcode: subcode }),
      ...(product !== 'instagram' && {
        error_data: { messaging_product: 'whatsapp', details: details ?? detailsOf(failure.code) },
      }),
      fbtrace_id: fbTraceId(),
    },
  });
}

/** Returns the error as in a failed status. */
export const statusError = (code: number) => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details: detailsOf(code) },
  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
});
