import type { ProviderApi } from '../channel-definition.ts';
import { newSecret } from '../connect/credentials.ts';
import { text } from '../json-schemas.ts';
import { addGraph } from './graph.ts';

/** What WhatsApp and Instagram share: the Graph API, and the secrets of a Meta app. */
export const graphApi: ProviderApi = {
  prefix: '/graph',
  title: 'Graph API (WhatsApp Cloud, Instagram Messaging)',
  addRoutes: addGraph,
};
export const appSchemas = { accessToken: text, appSecret: text, verifyToken: text };
export const newApp = () => ({ accessToken: newSecret(), appSecret: newSecret(), verifyToken: newSecret() });
