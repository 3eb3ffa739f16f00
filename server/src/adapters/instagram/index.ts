import { baseUrlInSandbox, defineAdapter, httpConnections } from '../adapter.ts';
import {
  answerMetaChallenge,
  isSignedByMeta,
  META_BODY_LIMIT_BYTES,
  metaDestinations,
  metaSecrets,
  metaSignature,
} from '../meta.ts';
import { instagram as definition } from './definition.ts';
import { fetchMedia } from './media.ts';
import { parse } from './parse.ts';
import { fetchProfile } from './profile.ts';
import { send } from './send.ts';
import { Settings } from './settings.ts';

/** Instagram Messaging with Instagram Login. It has no templates, and cannot report the outcome of a lost send. */
export const instagram = defineAdapter<Settings>({
  settings: Settings,
  secrets: metaSecrets,
  destinations: metaDestinations,
  inSandbox: baseUrlInSandbox(definition.sandboxPath),
  sandboxAccount: ({ igId, accessToken, appSecret, verifyToken }) => ({
    address: igId,
    fields: { igId, accessToken, appSecret, verifyToken },
  }),
  answerChallenge: ({ verifyToken }, query) => answerMetaChallenge(verifyToken, query),
  bodyLimitBytes: META_BODY_LIMIT_BYTES,
  verifyHeaders: (_settings, headers) => metaSignature(headers) !== undefined,
  verify: ({ appSecret }, request) => isSignedByMeta(appSecret, request),
  parse,
  connections: httpConnections,
  send,
  fetchMedia,
  fetchProfile,
});
