import { type Connected, connect } from '../../sandbox/src/index.ts';
import { send } from '../security/client.ts';
import { stepsWith } from './automations-definition.ts';
import { type Shop, startShop } from './automations-shop.ts';
import type { SendEnvironment } from './send-environment.ts';

/** A tenant with an SMS channel, an active automation, and the shop that its runs call. */
export type Owner = { tenantId: string; token: string; account: Connected; automationId: string; shop: Shop };

const ATTRIBUTE = 'answer';
const RATE_PER_SECOND = 2_000;
const LATENCY_MS = [2, 20];

/** SMS has no messaging window, and this provider is idempotent: every message must arrive exactly once. */
export async function createOwner(environment: SendEnvironment, seed: number): Promise<Owner> {
  const command = ['tenant', 'create', '--name', 'chaos', '--plan', 'enterprise', '--rate-limit', '999999999', '--json'];
  const { tenantId, accessToken: token } = JSON.parse(await environment.admin(...command)) as {
    tenantId: string;
    accessToken: string;
  };
  const channel = { sendGuarantee: 'idempotent', ratePerSecond: RATE_PER_SECOND };
  const account = await connect('sms', { apiUrl: environment.gate.url, token, sandbox: environment.provider, channel });
  const callbackRetries = { tries: 20, baseMs: 100, timeoutMs: 15_000 };
  await environment.provider.tune(account, { seed, latencyMs: LATENCY_MS, honourIdempotencyKey: true, callbackRetries });
  const shop = await startShop();
  const automationId = await publish(environment, token, account.channelId, shop.url);
  return { tenantId, token, account, automationId, shop };
}

async function publish(environment: SendEnvironment, token: string, channelId: string, shopUrl: string): Promise<string> {
  const make = async (path: string, body: object): Promise<string> => {
    const { status, text } = await send(environment.gate.url, { method: 'POST', path, token, body });
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${text}`);
    return (JSON.parse(text) as { data: { id: string } }).data.id;
  };
  const interestedId = await make('/v3/labels', { name: 'interested' });
  const silentId = await make('/v3/labels', { name: 'silent' });
  await make('/v2/attributes', { name: 'Answer', externalId: ATTRIBUTE });
  const steps = stepsWith({ interestedId, silentId, attribute: ATTRIBUTE, shopUrl });
  const trigger = { type: 'api', parameters: { channelId } };
  const id = await make('/v3/automations', { name: 'Twelve steps', trigger, steps });
  return make(`/v3/automations/${id}/publish`, {});
}
