import { connectedChannel } from './accounts.ts';
import type { Api, Json, Options, Reply } from './api.ts';
import { shared } from './check.ts';
import { succeeded } from './expect.ts';
import { newContact, unique } from './fixtures.ts';
import type { Line, Provider } from './provider.ts';
import { until } from './until.ts';

export const CAMPAIGNS = '/v3/campaigns';
export const LATER = '2099-01-01T12:00:00.000Z';

/** A channel with settings and without a provider, for campaigns that do not start. Created once and only read. */
export const quietChannel = shared(async (api) => (await connectedChannel(api, 'sms')).channel.id as string);

export const content = { type: 'text', text: 'Hello {{contact.firstName|there}}' };

export const writeCampaign = async (api: Api, fields: object = {}, options?: Options): Promise<Reply> =>
  api.post(CAMPAIGNS, { name: unique('campaign'), channelId: await quietChannel(api), content, ...fields }, options);

export const newCampaign = async (api: Api, fields: object = {}): Promise<Json> =>
  succeeded(await writeCampaign(api, fields), 201);

export const campaignOf = async (api: Api, id: string): Promise<Json> => succeeded(await api.get(`${CAMPAIGNS}/${id}`));
export const move = (api: Api, id: string, verb: string, body?: object): Promise<Reply> =>
  api.post(`${CAMPAIGNS}/${id}/${verb}`, body);
export const moved = async (api: Api, id: string, verb: string, body?: object): Promise<Json> =>
  succeeded(await move(api, id, verb, body));

/** Waits until the campaign has this status. */
export const whenCampaignIs = (api: Api, id: string, status: string): Promise<Json> =>
  until(
    `a campaign that is ${status}`,
    () => campaignOf(api, id),
    (campaign) => campaign.status === status,
  );

export const recipientsOf = async (api: Api, id: string, body: object = {}): Promise<Json[]> =>
  succeeded(await api.post(`${CAMPAIGNS}/${id}/recipients/search`, { pagination: { limit: 100 }, ...body }));

export const statisticsOf = async (api: Api, id: string): Promise<Json> =>
  succeeded(await api.get(`${CAMPAIGNS}/${id}/statistics`));

/** Waits until the import of a campaign's file has ended. */
export const whenRead = (api: Api, id: string, status: string, options?: Options): Promise<Json> =>
  until(
    `a file that is ${status}`,
    async () => succeeded(await api.get(`${CAMPAIGNS}/${id}/import`, options)),
    (reading) => reading.status === status,
  );

/** An SMS channel, contacts, and a draft campaign to them. */
export type Stage = { line: Line; people: Json[]; campaign: Json };

export async function newStage(
  api: Api,
  provider: Provider,
  count: number,
  fields: object = {},
  channel?: Parameters<Provider['line']>[2],
): Promise<Stage> {
  const line = await provider.line(api, 'sms', channel);
  const people = await Promise.all(Array.from({ length: count }, (_, i) => newContact(api, { firstName: `P${i}` })));
  const audience = { contactIds: people.map(({ id }) => id) };
  return { line, people, campaign: await newCampaign(api, { channelId: line.channelId, audience, ...fields }) };
}
