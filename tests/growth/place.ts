import { once } from 'node:events';
import type { Client } from 'pg';
import { adapters } from '../../server/src/adapters/index.ts';
import { sealSettings } from '../../server/src/adapters/settings.ts';
import { createChannel } from '../../server/src/domain/channels/index.ts';
import { createWebhook } from '../../server/src/domain/webhooks/index.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { newId } from '../../server/src/platform/ids.ts';
import type { Ctx } from '../../server/src/storage/context.ts';
import { program } from '../../server/src/test-kit/programs.ts';
import { type BenchEnvironment, createBenchEnvironment } from '../bench/environment.ts';
import { createWorld, type World } from '../bench/inbox-people.ts';
import type { Side } from '../bench/inbox-side.ts';
import { fillDatabase, onServer, SERVER } from '../bench/seed-inbox.ts';
import { openClient } from '../bench/seed-runs.ts';
import { start } from '../bench/start.ts';
import { line } from '../bench/whatsapp-line.ts';
import { atEnd } from '../chaos/endings.ts';
import type { Receiver } from './receiver.ts';
import { CAMPAIGN } from './seed-campaign.ts';

/** What an installation holds before it grows along a curve. */
export type Contents = { tenants: number; chats: number; messagesPerChat: number };

/** A tenant whose operations are measured: all its calls, its WhatsApp channel and its context. */
export type Tenant = { world: World; ctx: Ctx; channelId: string };

/** An installation of one size: a database, a server process with all roles, and the tenants that are measured. */
export type Place = {
  size: number;
  tenants: Tenant[];
  client: Client;
  environment: BenchEnvironment;
  receiver: Receiver;
  serverUrl: string;
};

/** So many tenants of an installation are measured, in turns. */
const MEASURED = 10;

/** Returns tenant n. The ends of the ids differ in their last three bytes, which are the tag of a tenant in the search. */
function sideOf(n: number, { chats, messagesPerChat }: Contents): Side {
  const end = ((n + 1) * 7_919) % 2 ** 24;
  const tenantId = `019a0000-0000-7000-8000-${end.toString(16).padStart(12, '0')}`;
  return { name: `tenant ${n}`, tenantId, chats, messages: chats * messagesPerChat };
}

/** Fills a database and starts a server on it. Everything ends with the scope. */
export async function openPlace(size: number, contents: Contents, receiver: Receiver): Promise<Place> {
  const name = `patchbay_growth_${process.pid}_${size}_${contents.tenants}_${contents.chats}`;
  const drop = () => onServer(async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
  atEnd(drop);
  const sides = Array.from({ length: contents.tenants }, (_, n) => sideOf(n, contents));
  await fillDatabase(name, sides, CAMPAIGN);
  const environment = await createBenchEnvironment(async () => ({ url: `${SERVER}/${name}`, drop }));
  atEnd(environment.close);
  const { url, child } = await start(program('main'), ['all'], { ...environment.env, LOG_LEVEL: 'warn' });
  atEnd(async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
  });
  const client = await openClient(environment.url);
  atEnd(() => client.end());
  const step = Math.max(1, Math.floor(sides.length / MEASURED));
  const measured = sides.filter((_, n) => n % step === 0).slice(0, MEASURED);
  const tenants: Tenant[] = [];
  for (const side of measured) tenants.push(await openTenant(environment, url, side, receiver));
  return { size, tenants, client, environment, receiver, serverUrl: url };
}

/** Adds a WhatsApp channel and a webhook for new contacts. */
async function openTenant(environment: BenchEnvironment, url: string, side: Side, receiver: Receiver): Promise<Tenant> {
  const ctx = environment.contextOf(side.tenantId);
  const channelId = newId(systemClock);
  const settings = sealSettings(adapters.whatsapp, environment.secrets, channelId, line);
  await createChannel(ctx, { type: 'whatsapp', name: 'Growth', settings }, channelId);
  await createWebhook(ctx, environment.secrets, { url: receiver.url, events: [{ type: 'contact.created', scopes: [] }] });
  const world = await createWorld(environment, url, side);
  atEnd(() => world.agent.close());
  return { world, ctx, channelId };
}
