import { createApi } from './api.ts';
import type { Target } from './check.ts';
import { startOwnServers } from './own-servers.ts';

export type Foreign = { baseUrl: string; token: string; otherToken: string };

/** Servers of our own: version 2 before and after its sunset, and plans of our choice. */
export async function ownTarget(): Promise<Target> {
  const own = await startOwnServers();
  return { api: own.current, v2: own.current, retired: own.retired, own, close: own.close };
}

/** Somebody else's server, with two of its tenants. What the checks make there is deleted afterwards. */
export async function foreignTarget({ baseUrl, token, otherToken }: Foreign): Promise<Target> {
  const api = createApi(baseUrl, token, otherToken);
  const { status } = await api.get('/v2/attributes');
  const isRetired = status === 410;
  return { api, v2: isRetired ? null : api, retired: isRetired ? api : null, own: null, close: api.tidy };
}
