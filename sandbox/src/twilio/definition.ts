import type { ChannelDefinition } from '../channel-definition.ts';
import { newDigits, newSecret } from '../connect/credentials.ts';
import { addressKey } from '../ids.ts';
import { text } from '../json-schemas.ts';
import { addTwilio } from './routes.ts';
import { smsCallbacks } from './sms.ts';
import type { SmsSpec } from './spec.ts';

export const sms: ChannelDefinition<SmsSpec> = {
  callbacks: smsCallbacks,
  api: { prefix: '/twilio', title: 'Twilio API', addRoutes: addTwilio },
  account: { required: { accountSid: text, authToken: text, number: { type: 'string', pattern: '^\\+[0-9]+$' } } },
  providerIds: ({ accountSid, number }) => [accountSid, addressKey(number)],
  knobs: ['mediaFailures', 'stopWords', 'startWords'],
  knobDefaults: { errorCode: 20500, callbackRetries: { tries: 1, baseMs: 100, timeoutMs: 15_000 } },
  connect: {
    newCredentials: () => ({ accountSid: `AC${newSecret()}`, authToken: newSecret(), number: `+1555${newDigits(7)}` }),
    settings: ({ number, ...shared }, { url }) => ({ baseUrl: `${url}/twilio`, from: number, ...shared }),
    account: (credentials) => credentials,
  },
  exampleAddress: '+16505551234',
  color: '#d33a4c',
};
