import { send } from '../security/client.ts';
import type { Environment } from './environment.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export const ENDPOINTS = 3;

export type Tenant = { id: string; token: string; receiver: Receiver };

/** Creates a tenant with webhooks for new contacts. */
export async function createTenant(environment: Environment, slowestMs: number): Promise<Tenant> {
  const receiver = await startReceiver(slowestMs);
  const command = ['tenant', 'create', '--name', 'chaos', '--plan', 'enterprise', '--rate-limit', '999999999', '--json'];
  const made = await environment.admin(...command);
  const { tenantId, accessToken } = JSON.parse(made) as { tenantId: string; accessToken: string };
  for (let i = 1; i <= ENDPOINTS; i++) {
    const answer = await send(`http://127.0.0.1:${environment.apis[0]?.port}`, {
      method: 'POST',
      path: '/v3/api_webhooks',
      token: accessToken,
      body: { url: `${receiver.baseUrl}/${i}`, events: [{ type: 'contact.created' }] },
    });
    if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${answer.text}`);
  }
  return { id: tenantId, token: accessToken, receiver };
}
