import type { ChannelDefinition } from '../channel-definition.ts';
import { newDigits, newSecret } from '../connect/credentials.ts';
import { text } from '../json-schemas.ts';
import { emailCallbacks } from './mail.ts';
import type { EmailSpec } from './spec.ts';

/** Mail is sent to the sandbox's SMTP server, which `startSandbox` starts; it has no HTTP API. */
export const email: ChannelDefinition<EmailSpec> = {
  callbacks: emailCallbacks,
  account: {
    required: { address: text, username: text, password: text },
    optional: { callbackUsername: text, callbackPassword: text },
  },
  providerIds: ({ username }) => [username],
  knobs: ['bounces', 'bounceAs'],
  knobDefaults: { errorCode: 451, statuses: ['delivered'] },
  connect: {
    newCredentials: () => ({
      address: `support-${newDigits(6)}@sandbox.test`,
      password: newSecret(),
      callbackUsername: 'patchbay',
      callbackPassword: newSecret(),
    }),
    settings: ({ address, password, ...callback }, { smtpPort }) => ({
      address,
      smtpHost: '127.0.0.1',
      smtpPort,
      smtpUsername: address,
      smtpPassword: password,
      ...callback,
    }),
    account: (credentials) => ({ username: credentials.address, ...credentials }),
  },
  exampleAddress: 'ann@home.example',
  color: '#2f6fd6',
};
