import { createApi } from './api.ts';
import type { Target } from './check.ts';
import { startOwnServers } from './own-servers.ts';
import { providerAt, startProvider } from './provider.ts';

export type Foreign = { baseUrl: string; token: string; otherToken: string };

/** Servers of our own: version 2 before and after its sunset, plans of our choice, and the sandbox in the providers' place. */
export async function ownTarget(): Promise<Target> {
  const own = await startOwnServers();
  const provider = await startProvider();
  const close = async () => {
    await provider.close();
    await own.close();
  };
  return { api: own.current, v2: own.current, retired: own.retired, own, provider, close };
}

/** Somebody else's server, with two of its tenants. What the checks make there is deleted afterwards. */
export async function foreignTarget({ baseUrl, token, otherToken }: Foreign): Promise<Target> {
  const api = createApi(baseUrl, token, otherToken);
  const { status } = await api.get('/v2/attributes');
  const isRetired = status === 410;
  return {
    api,
    v2: isRetired ? null : api,
    retired: isRetired ? api : null,
    own: null,
    provider: foreignProvider(),
    close: api.tidy,
  };
}

/** A sandbox that runs beside the foreign server, if there is one. */
function foreignProvider() {
  const { SANDBOX_URL, SANDBOX_SMTP_PORT } = process.env;
  return SANDBOX_URL ? providerAt({ url: SANDBOX_URL.replace(/\/+$/, ''), smtpPort: Number(SANDBOX_SMTP_PORT || 8025) }) : null;
}
