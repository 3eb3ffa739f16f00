import { setTimeout as wait } from 'node:timers/promises';
import { type Api, accepted } from '../api.ts';
import { ensure, type Item } from './catalogue.ts';
import { customers } from './people.ts';

type Channel = { channelId: string; accountId: string };
type Ids = { templates: Record<string, string>; labels: Record<string, string> };

/** WhatsApp's code for a number that has no WhatsApp. */
const NOT_ON_WHATSAPP = 131026;

/** Creates a campaign that was sent, with somebody whom it did not reach, one that waits for its time, and a draft. */
export async function makeCampaigns(api: Api, sandbox: Api, channel: Channel, ids: Ids): Promise<void> {
  await runCampaign(api, sandbox, channel, ids);
  const { channelId } = channel;
  const weekly = await ensure(api, '/v3/campaigns', 'name', {
    name: 'Your order is on its way',
    channelId,
    content: templateContent(ids.templates.follow_up),
    audience: { query: 'eq(attributes.city,"London")' },
    recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=0'],
    timeZone: 'Europe/London',
  });
  if (weekly.status === 'draft') accepted(await api('POST', `/v3/campaigns/${weekly.id}/start`, {}));
  await ensure(api, '/v3/campaigns', 'name', {
    name: 'Winter check for wholesale',
    channelId,
    content: {
      type: 'text',
      text: 'Hello {{contact.firstName|there}}, shall we check the {{contact.attributes.bicycle|bikes}} before winter?',
    },
    audience: { labelIds: [ids.labels.wholesale] },
  });
}

const templateContent = (id: string | undefined) => ({
  type: 'template',
  template: { id, variables: { '1': '{{contact.firstName|there}}' } },
});

/** Sends a campaign to everybody with the label, and waits until it is over. */
async function runCampaign(api: Api, sandbox: Api, { channelId, accountId }: Channel, { templates, labels }: Ids): Promise<void> {
  const campaign = await ensure(api, '/v3/campaigns', 'name', {
    name: 'Spring sale',
    channelId,
    content: templateContent(templates.spring_sale),
    audience: { labelIds: [labels.newsletter] },
  });
  const away = customers.filter(({ phone, labels }) => phone && labels.includes('newsletter')).slice(-2);
  const errorFor = Object.fromEntries(away.map(({ phone = '' }) => [phone.replace('+', ''), NOT_ON_WHATSAPP]));
  await sandbox('PUT', `/_sandbox/accounts/${accountId}/knobs`, { errorFor });
  if (campaign.status === 'draft') accepted(await api('POST', `/v3/campaigns/${campaign.id}/start`, {}));
  await untilCompleted(api, campaign.id);
  await sandbox('PUT', `/_sandbox/accounts/${accountId}/knobs`, { errorFor: null });
}

async function untilCompleted(api: Api, id: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++, await wait(100)) {
    const { status } = accepted<Item>(await api('GET', `/v3/campaigns/${id}`));
    if (status === 'completed') return;
    if (status === 'failed') break;
  }
  throw new Error('The campaign of the demo did not complete; DEV_VERBOSE=1 npm run dev shows all logs.');
}
