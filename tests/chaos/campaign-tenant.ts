import { type Connected, connect } from '../../sandbox/src/index.ts';
import { insertContacts, phoneOf } from '../bench/seed-contacts.ts';
import { type Ask, approvedTemplate, springCampaign } from '../fixtures/spring-template.ts';
import { send } from '../security/client.ts';
import { askFor } from './ask.ts';
import type { SendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

/** A tenant with a WhatsApp number, an approved template, contacts without chats, and a campaign to all of them. */
export type Owner = { tenantId: string; token: string; account: Connected; campaignId: string; phones: string[] };

export type Promised = {
  guarantee: 'idempotent' | 'at_most_once';
  recipients: number;
  ratePerSecond: number;
  latencyMs: [least: number, most: number];
  seed: number;
  /** Indexes of recipients that the provider rejects permanently. */
  refused?: number[];
};

/** WhatsApp: the message cannot be delivered. */
const UNDELIVERABLE = 131026;

export async function createOwner(environment: SendEnvironment, promised: Promised): Promise<Owner> {
  const command = ['tenant', 'create', '--name', 'chaos', '--plan', 'enterprise', '--rate-limit', '999999999', '--json'];
  const { tenantId, accessToken: token } = JSON.parse(await environment.admin(...command)) as {
    tenantId: string;
    accessToken: string;
  };
  const channel = { sendGuarantee: promised.guarantee, ratePerSecond: promised.ratePerSecond };
  const account = await connect('whatsapp', { apiUrl: environment.gate.url, token, sandbox: environment.provider, channel });
  const phones = Array.from({ length: promised.recipients }, (_, n) => phoneOf(n));
  await environment.provider.tune(account, knobsOf(promised, phones));
  const templateId = await approvedTemplate(askOf(environment, token), account.channelId);
  await withDatabase(environment, async (client) => {
    await insertContacts(client, tenantId, promised.recipients);
    await client.query('analyze contacts, handles');
  });
  const campaign = await askFor(environment, { token }, '/v3/campaigns', springCampaign(account.channelId, templateId));
  return { tenantId, token, account, campaignId: campaign.id, phones };
}

const knobsOf = ({ guarantee, latencyMs, seed, refused = [] }: Promised, phones: string[]) => ({
  seed,
  latencyMs,
  honourIdempotencyKey: guarantee === 'idempotent',
  callbackRetries: { tries: 20, baseMs: 100, timeoutMs: 15_000 },
  errorFor: Object.fromEntries(refused.map((index) => [phones[index], UNDELIVERABLE])),
});

const askOf =
  (environment: SendEnvironment, token: string): Ask =>
  async (method, path, body) => {
    if (method === 'POST') return askFor(environment, { token }, path, body);
    const { text } = await send(environment.gate.url, { method, path, token });
    return (JSON.parse(text) as { data: { id: string } }).data;
  };
