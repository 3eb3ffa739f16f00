import type { ChannelDefinition } from '../channel-definition.ts';
import { newDigits } from '../connect/credentials.ts';
import { text } from '../json-schemas.ts';
import { appSchemas, graphApi, newApp } from './app.ts';
import { shakeHands } from './handshake.ts';
import type { WhatsAppSpec } from './specs.ts';
import { whatsappCallbacks } from './whatsapp-inbound.ts';

const flag = { type: 'boolean' };

/** Meta accepts 20 messages a second from a number that is also used in the app. */
const COEXISTENCE_RATE = 20;

export const whatsapp: ChannelDefinition<WhatsAppSpec> = {
  callbacks: whatsappCallbacks,
  api: graphApi,
  account: {
    required: { phoneNumberId: text, wabaId: text, displayPhoneNumber: text, ...appSchemas },
    optional: { appId: text, coexistence: flag, directSend: flag },
  },
  providerIds: ({ phoneNumberId }) => [phoneNumberId],
  knobs: [
    'pairRate',
    'enforceWindow',
    'enforceTemplates',
    'batch',
    'mediaUrlSeconds',
    'mediaFailures',
    'templateReview',
    'waIdAlias',
    'brazilNinthDigit',
    'bsuidOnly',
  ],
  ratePerSecond: ({ coexistence }) => (coexistence ? COEXISTENCE_RATE : undefined),
  verify: ({ agent }, { callbackUrl, verifyToken }) => shakeHands(agent, callbackUrl, verifyToken),
  connect: {
    newCredentials: () => ({
      phoneNumberId: `1${newDigits(14)}`,
      wabaId: `2${newDigits(14)}`,
      appId: `3${newDigits(14)}`,
      ...newApp(),
      displayPhoneNumber: `1555${newDigits(7)}`,
    }),
    settings: ({ displayPhoneNumber: _ofTheAccount, ...shared }, { url }) => ({ baseUrl: `${url}/graph`, ...shared }),
    account: (credentials) => credentials,
  },
  exampleAddress: '+16505551234',
  color: '#128c5a',
};
