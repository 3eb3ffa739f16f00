import type { ChannelDefinition } from '../channel-definition.ts';
import { newDigits } from '../connect/credentials.ts';
import { text } from '../json-schemas.ts';
import { appSchemas, graphApi, newApp } from './app.ts';
import { shakeHands } from './handshake.ts';
import { instagramCallbacks } from './instagram.ts';
import type { InstagramSpec } from './specs.ts';

const DAY_SECONDS = 86_400;

export const instagram: ChannelDefinition<InstagramSpec> = {
  callbacks: instagramCallbacks,
  api: graphApi,
  account: { required: { igId: text, ...appSchemas }, optional: { username: text } },
  providerIds: ({ igId }) => [igId],
  knobs: ['enforceWindow', 'batch', 'echoBeforeResponse', 'mediaUrlSeconds', 'mediaFailures'],
  knobDefaults: { errorCode: 2, statuses: [], mediaUrlSeconds: DAY_SECONDS },
  verify: ({ agent }, { callbackUrl, verifyToken }) => shakeHands(agent, callbackUrl, verifyToken),
  connect: {
    newCredentials: () => ({ igId: `178${newDigits(14)}`, ...newApp() }),
    settings: (shared, { url }) => ({ baseUrl: `${url}/graph`, ...shared }),
    account: (shared) => shared,
  },
  exampleAddress: '7788990011',
  color: '#c13584',
};
