import { baseUrlInSandbox, defineAdapter, httpConnections } from '../adapter.ts';
import { sms as definition } from './definition.ts';
import { fetchMedia } from './fetch-media.ts';
import { lookUp } from './look-up.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { type SmsSettings, smsSettings } from './settings.ts';
import { twilioSignature, verify } from './verify.ts';

/** A callback is a form with a text of at most 1,600 characters and at most ten media URLs: a few kB. */
const BODY_LIMIT_BYTES = 131_072;

/** SMS and MMS through Twilio, or a gateway with the same API. */
export const sms = defineAdapter<SmsSettings>({
  settings: smsSettings,
  secrets: ['authToken'],
  destinations: { baseUrl: ['authToken'] },
  inSandbox: baseUrlInSandbox(definition.sandboxPath),
  sandboxAccount: ({ accountSid, authToken, from = '+15550000000' }) => ({
    address: from,
    fields: { accountSid, authToken, number: from },
  }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  verifyHeaders: (_settings, headers) => twilioSignature(headers) !== undefined,
  verify,
  parse,
  connections: httpConnections,
  send,
  lookUp,
  fetchMedia,
});
