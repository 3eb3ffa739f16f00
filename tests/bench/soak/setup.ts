import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createWebhook } from '../../../server/src/domain/webhooks/index.ts';
import { createDiskStore } from '../../../server/src/platform/file-store/disk.ts';
import { atEnd } from '../../chaos/endings.ts';
import { type BenchEnvironment, createBenchEnvironment } from '../environment.ts';
import { connectSms } from '../fairness/connect-channel.ts';
import { startServers, urlOf } from '../fairness/scenario.ts';
import { seedLine } from '../inbound-line.ts';
import { type MeasuredProcess, startMeasured } from '../measured-process.ts';
import { seedContacts } from '../seed-contacts.ts';
import { openClient } from '../seed-runs.ts';

const CONTACTS = 1_000;

/** What the load addresses: the process, the line that customers write to, the account that sends, chats to read. */
export type Target = {
  url: string;
  token: string;
  inboundChannelId: string;
  smsChannelId: string;
  contactIds: string[];
  chatIds: string[];
};
export type Setup = {
  environment: BenchEnvironment;
  client: Client;
  api: MeasuredProcess;
  worker: MeasuredProcess;
  target: Target;
};

/** Starts an API process and a worker on an installation with one tenant: contacts, a WhatsApp line, an SMS account and a webhook. */
export async function openSetup(): Promise<Setup> {
  const environment = await createBenchEnvironment();
  atEnd(environment.close);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-soak-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const client = await openClient(environment.url);
  atEnd(() => client.end());
  const servers = await startServers(0);
  atEnd(servers.close);
  const { ports } = servers;
  const { ctx, tenantId } = environment;
  const contactIds = await seedContacts(client, tenantId, CONTACTS);
  const inboundChannelId = await seedLine(environment);
  const smsChannelId = await connectSms({ environment, client, files: createDiskStore(folder), servers, ports }, ctx, 'fast');
  const types = ['message.received', 'message.sent'] as const;
  const events = types.map((type) => ({ type, scopes: [] }));
  await createWebhook(ctx, environment.secrets, { url: urlOf(ports.fast, '/events'), events });
  const { rows } = await client.query<{ id: string }>('select id from chats where tenant_id = $1', [tenantId]);
  await client.query('analyze');
  const env = { ...environment.env, PROVIDER_ALLOW_PRIVATE: 'true', FILES_DIR: folder };
  const [api, worker] = [await startMeasured('api', env), await startMeasured('worker', env)];
  atEnd(api.stop);
  atEnd(worker.stop);
  const token = await environment.tokenOf(tenantId);
  const chatIds = rows.map(({ id }) => id);
  return {
    environment,
    client,
    api,
    worker,
    target: { url: api.url, token, inboundChannelId, smsChannelId, contactIds, chatIds },
  };
}
