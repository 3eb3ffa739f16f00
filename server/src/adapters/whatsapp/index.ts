import { baseUrlInSandbox, defineAdapter, httpConnections } from '../adapter.ts';
import {
  answerMetaChallenge,
  isSignedByMeta,
  META_BODY_LIMIT_BYTES,
  metaDestinations,
  metaSecrets,
  metaSignature,
} from '../meta.ts';
import { whatsapp as definition } from './definition.ts';
import { fetchMedia } from './media.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { Settings } from './settings.ts';
import { templates } from './templates.ts';

/** Meta's limit for numbers that are also used in the app. */
const COEXISTENCE_RATE = 20;

/** The settings have the id of the number, and not the number. */
const sandboxNumber = (phoneNumberId: string): string => `1555${phoneNumberId.replaceAll(/\D/g, '').slice(-7).padStart(7, '0')}`;

/** WhatsApp Cloud API. It cannot report the outcome of a lost send, so there is no `lookUp`. */
export const whatsapp = defineAdapter<Settings>({
  settings: Settings,
  secrets: metaSecrets,
  destinations: metaDestinations,
  inSandbox: baseUrlInSandbox(definition.sandboxPath),
  sandboxAccount: ({ phoneNumberId, wabaId, appId, accessToken, appSecret, verifyToken, coexistence, directSend }) => {
    const number = sandboxNumber(phoneNumberId);
    const shared = { phoneNumberId, wabaId, accessToken, appSecret, verifyToken, coexistence };
    return {
      address: `+${number}`,
      fields: { ...shared, displayPhoneNumber: number, ...(appId && { appId }), ...(directSend && { directSend }) },
    };
  },
  answerChallenge: ({ verifyToken }, query) => answerMetaChallenge(verifyToken, query),
  bodyLimitBytes: META_BODY_LIMIT_BYTES,
  verifyHeaders: (_settings, headers) => metaSignature(headers) !== undefined,
  verify: ({ appSecret }, request) => isSignedByMeta(appSecret, request),
  parse,
  connections: httpConnections,
  ratePerSecond: ({ coexistence }) => (coexistence ? COEXISTENCE_RATE : undefined),
  send,
  fetchMedia,
  templates,
});
