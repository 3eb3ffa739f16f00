import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Connected, connect } from '../../sandbox/src/index.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { createApi, until } from '../channels/api.ts';
import { atEnd } from './endings.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Gate, startGate } from './send-gate.ts';
import { type Provider, startProvider } from './send-provider.ts';
import { startFleet } from './upgrade-fleet.ts';
import { type Load, startLoad } from './upgrade-load.ts';
import type { Release } from './upgrade-release.ts';

const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432';
const PEOPLE = 30;
/** Endpoints that take their time: a worker that ends has deliveries under way. */
const SLOWEST_WEBHOOK_MS = 400;

type Installation = { env: Record<string, string>; gate: Gate; provider: Provider; receiver: Receiver };
export type Figures = { requests: number; contacts: number; messages: number; failedRequests: number; lost: number; dup: number };
/** How long each version runs alone, and how long to wait for what did not arrive. */
export type Times = { holdMs: number; settlesWithinMs: number };

/** Upgrades from one release to another and goes back, one process after the other, while requests run. */
export async function rollUnderLoad(previous: Release, current: Release, { holdMs, settlesWithinMs }: Times): Promise<Figures> {
  const installation = await createInstallation();
  await previous.admin(installation.env, 'migrate');
  const fleet = await startFleet(previous, installation.gate, installation.env);
  const tenant = await createTenant(installation, previous);
  const { load, stop } = startLoad(installation.gate.url, tenant.token, tenant.chatIds);
  try {
    await wait(holdMs);
    console.log(`migrate: ${(await current.admin(installation.env, 'migrate')).trim()}`);
    await fleet.roll(current);
    await wait(holdMs);
    await fleet.roll(previous);
    await wait(holdMs);
  } finally {
    await stop();
  }
  return {
    requests: load.requests,
    contacts: load.contactIds.size,
    messages: load.messageIds.size,
    failedRequests: load.failed,
    ...(await verify(installation, tenant.account, load, settlesWithinMs)),
  };
}

async function createInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-upgrade-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const id = randomBytes(6).toString('hex');
  atEnd(() => dropDatabase(`patchbay_test_upgrade_${id}`));
  const [gate, provider, receiver] = [await startGate(), await startProvider(), await startReceiver(SLOWEST_WEBHOOK_MS)];
  const env = {
    DATABASE_URL: `${SERVER}/patchbay_test_upgrade_${id}`,
    REDIS_PREFIX: `upgrade:${id}:`,
    NATS_PREFIX: `upgrade-${id}-`,
    PUBLIC_URL: gate.url,
    FILES_DIR: folder,
    PROVIDER_ALLOW_PRIVATE: 'true',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    DRAIN_DELAY_MS: '0',
    LOG_LEVEL: 'info',
  };
  atEnd(() => removeStreams(env));
  return { env, gate, provider, receiver };
}

async function dropDatabase(name: string): Promise<void> {
  const client = new Client({ connectionString: `${SERVER}/postgres` });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}

async function createTenant({ env, gate, provider, receiver }: Installation, release: Release) {
  const command = ['tenant', 'create', '--name', 'upgrade', '--plan', 'enterprise', '--rate-limit', '999999999', '--json'];
  const { accessToken: token } = JSON.parse(await release.admin(env, ...command)) as { accessToken: string };
  const api = createApi([gate.url], token);
  await api.post('/v3/api_webhooks', { url: `${receiver.baseUrl}/contacts`, events: [{ type: 'contact.created' }] });
  const channel = { ratePerSecond: 500 };
  const account = await connect('whatsapp', { apiUrl: gate.url, token, sandbox: provider, channel });
  await provider.write(
    account,
    Array.from({ length: PEOPLE }, (_, i) => `+1212${5_550_000 + i}`),
  );
  const chats = await until(
    () => api.all('/v3/chats/search'),
    (found) => found.length === PEOPLE,
  );
  return { token, account, chatIds: chats.map(({ id }) => id as string) };
}

/** What was accepted and never arrived, and what arrived more than once. Waits while things still arrive. */
async function verify(
  { receiver, provider }: Installation,
  account: Connected,
  load: Load,
  settlesWithinMs: number,
): Promise<{ lost: number; dup: number }> {
  for (const endsAt = Date.now() + settlesWithinMs; ; await wait(500)) {
    const webhooks = (await receiver.read()).flatMap(({ thingId, count }) => Array<string>(count).fill(thingId));
    const sent = await provider.delivered(account);
    const lost = missing(load.contactIds, webhooks) + missing(load.messageIds, sent);
    const dup = repeats(load.contactIds, webhooks) + repeats(load.messageIds, sent);
    if (lost === 0 || Date.now() > endsAt) return { lost, dup };
  }
}

function missing(ids: Set<string>, arrived: string[]): number {
  const known = new Set(arrived);
  return [...ids].filter((id) => !known.has(id)).length;
}

function repeats(ids: Set<string>, arrived: string[]): number {
  const known = arrived.filter((id) => ids.has(id));
  return known.length - new Set(known).size;
}
