import { NO_SANDBOX } from '../platform/sandbox-endpoints.ts';
import type { Adapter, Refusal } from './adapter.ts';

const refused: Refusal = {
  kind: 'refused',
  error: { key: 'sandbox_not_configured', code: null, message: NO_SANDBOX },
  next: 'fail',
};
const refuse = async (): Promise<Refusal> => refused;

/** Returns the adapter for sandbox tenants of a server without a sandbox: it accepts callbacks, calls nothing, and names the missing setting. */
export const withoutSandbox = (adapter: Adapter): Adapter => ({
  ...adapter,
  send: refuse,
  lookUp: undefined,
  fetchMedia: adapter.fetchMedia && refuse,
  fetchProfile: undefined,
  templates: adapter.templates && { submit: refuse, remove: refuse },
  poll: adapter.poll && (async (_deps, _settings, cursor) => ({ found: [], cursor: cursor ?? '' })),
});
