import { send } from '../security/client.ts';
import type { Tenant } from './create.ts';

export type QuotasShown = Record<string, { used: number; limit: number }>;

/** Returns the quotas of GET /v3/usage, from the server that created the fewest. */
export async function readUsage(servers: string[], { token }: Tenant): Promise<QuotasShown> {
  const { status, text } = await send(servers.at(-1) as string, { method: 'GET', path: '/v3/usage', token });
  if (status !== 200) throw new Error(`GET /v3/usage: ${status} ${text}`);
  return JSON.parse(text).data.quotas;
}
