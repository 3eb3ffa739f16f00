import { createApi } from './api.ts';
import type { Target } from './check.ts';
import { startOwnServers } from './own-servers.ts';
import { providerAt, startProvider } from './provider.ts';

export type Foreign = { baseUrl: string; token: string; otherToken: string };

/** Own servers: version 2 before and after its sunset, any plan, and the sandbox as provider. */
export async function ownTarget(): Promise<Target> {
  const own = await startOwnServers();
  const provider = await startProvider();
  const close = async () => {
    await provider.close();
    await own.close();
  };
  return { api: own.current, v2: own.current, retired: own.retired, own, provider, close };
}

/** A foreign server with two of its tenants. The checks delete what they created there. */
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

/** A sandbox beside the foreign server, if any. */
function foreignProvider() {
  const { SANDBOX_URL, SANDBOX_SMTP_PORT } = process.env;
  return SANDBOX_URL ? providerAt({ url: SANDBOX_URL.replace(/\/+$/, ''), smtpPort: Number(SANDBOX_SMTP_PORT || 8025) }) : null;
}
