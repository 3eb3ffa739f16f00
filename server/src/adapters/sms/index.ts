import { defineAdapter } from '../adapter.ts';
import { fetchMedia } from './fetch-media.ts';
import { lookUp } from './look-up.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { type SmsSettings, smsSettings } from './settings.ts';
import { verify } from './verify.ts';

/** SMS and MMS through Twilio, or a gateway that speaks its language. */
export const sms = defineAdapter<SmsSettings>({
  type: 'sms',
  settings: smsSettings,
  secrets: ['authToken'],
  destinations: { baseUrl: ['authToken'] },
  inSandbox: (settings, { twilioUrl }) => ({ ...settings, baseUrl: twilioUrl }),
  verify,
  parse,
  send,
  lookUp,
  fetchMedia,
});
