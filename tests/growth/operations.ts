import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { createContact } from '../../server/src/domain/contacts/index.ts';
import { call, LIST_PAGE, namePart, perform } from '../bench/inbox-people.ts';
import { chatId } from '../bench/inbox-side.ts';
import { callbackOf, vendorIdOf } from '../bench/whatsapp-line.ts';
import type { Place, Tenant } from './place.ts';
import { CAMPAIGN_ID } from './seed-campaign.ts';

/** What a person waits for. `limit`: p99 at the largest size over p99 at the smallest. */
export type Operation = {
  name: string;
  title: string;
  limit: number;
  /** Performs it once for a tenant and returns its milliseconds. `n` counts the samples of a place. */
  once(place: Place, tenant: Tenant, n: number): Promise<number>;
};

const FLAT = 1.5;
const SEARCH = 3;

export const operations: Operation[] = [
  { name: 'chat', title: 'Chat read', limit: FLAT, once: readChat },
  {
    name: 'list',
    title: 'Inbox list',
    limit: FLAT,
    once: (_, { world }, n) => perform.list(world, tokenOf(world, n), 1 + (n % 50)),
  },
  {
    name: 'counts',
    title: 'Counts',
    limit: FLAT,
    once: (_, { world }, n) => perform.counts(world, tokenOf(world, n), 1 + (n % 50)),
  },
  { name: 'contacts', title: 'Contact search', limit: SEARCH, once: searchContacts },
  {
    name: 'messages',
    title: 'Message search',
    limit: SEARCH,
    once: (_, { world }, n) => perform.search(world, tokenOf(world, n), 1),
  },
  { name: 'inbound', title: 'Inbound message', limit: FLAT, once: receiveMessage },
  { name: 'delivery', title: 'Delivery', limit: FLAT, once: deliver },
  { name: 'campaign', title: 'Campaign page', limit: FLAT, once: openCampaign },
];

const tokenOf = ({ tokens }: Tenant['world'], n: number): string => tokens[n % tokens.length] ?? '';

async function readChat(_: Place, { world }: Tenant): Promise<number> {
  const id = chatId(1 + Math.floor(Math.random() * world.side.chats));
  return (await call(world, world.integration, 'GET', `/v3/chats/${id}`)).ms;
}

async function searchContacts(_: Place, { world }: Tenant, n: number): Promise<number> {
  const body = { search: namePart(world.side), pagination: LIST_PAGE };
  return (await call(world, tokenOf(world, n), 'POST', '/v3/contacts/search', body)).ms;
}

/** Messages come from so many contacts of the channel in turns. */
const SENDERS = 20;
const STORED_WITHIN_MS = 10_000;
let runs = 0;

/** From the provider's call until the message is stored, as another session sees it. */
async function receiveMessage({ client, serverUrl }: Place, { world, ctx, channelId }: Tenant, n: number): Promise<number> {
  const [run, sender] = [`growth${++runs}`, n % SENDERS];
  const startedAt = performance.now();
  await post(serverUrl, { channelId, run, from: sender, count: 1 });
  const stored = {
    name: 'is_stored',
    text: 'select 1 from message_vendor_ids where tenant_id = $1 and channel_id = $2 and vendor_id = $3',
    values: [ctx.tenantId, channelId, vendorIdOf(run, sender)],
  };
  while (performance.now() - startedAt < STORED_WITHIN_MS) {
    if ((await client.query(stored)).rowCount) return performance.now() - startedAt;
    await wait(1);
  }
  world.refused++;
  return STORED_WITHIN_MS;
}

/** Posts a signed callback of WhatsApp. */
export async function post(url: string, one: { channelId: string; run: string; from: number; count: number }): Promise<void> {
  const { body, headers } = callbackOf(one.run, one.from, one.count);
  const answer = await request(`${url}/inbound/${one.channelId}`, { method: 'POST', headers, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`a callback was answered with ${answer.statusCode} ${text}`);
}

/** From the commit of a new contact to the receipt of its webhook. */
async function deliver({ receiver }: Place, { ctx }: Tenant): Promise<number> {
  const { id } = await createContact(ctx, { firstName: 'Growth' });
  const committedAt = performance.now();
  return Math.max(0, (await receiver.arrivalOf(id)) - committedAt);
}

const DAY_MS = 86_400_000;

/** All calls with which the console opens the page of a campaign. */
async function openCampaign(_: Place, { world }: Tenant, n: number): Promise<number> {
  const path = `/v3/campaigns/${CAMPAIGN_ID}`;
  const token = tokenOf(world, n);
  const [from, to] = [Date.now() - DAY_MS, Date.now() + 60_000].map((at) => new Date(at).toISOString());
  const calls = [
    call(world, token, 'GET', path),
    call(world, token, 'GET', `${path}/statistics`),
    call(world, token, 'POST', `${path}/timeline`, { from, to, bucket: 'quarter_hour', timeZone: 'Europe/Berlin' }),
    call(world, token, 'POST', `${path}/recipients/search`, { pagination: { limit: 20 } }),
  ];
  return Math.max(...(await Promise.all(calls)).map(({ ms }) => ms));
}
