import { setTimeout as wait } from 'node:timers/promises';
import { type Connected, connect, type Kind } from '../../sandbox/src/index.ts';
import { kinds } from '../channels/kinds.ts';
import type { SendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

export type Chat = { id: string; kind: Kind };

/** Creates a tenant with a channel of each kind and contacts with open windows. */
export type Sender = { tenantId: string; token: string; channels: Connected[]; chats: Chat[] };

export type Promised = {
  guarantee: 'idempotent' | 'at_most_once';
  latencyMs: [least: number, most: number];
  ratePerSecond: number;
  people: number;
  seed: number;
};

const WINDOWS_OPEN_WITHIN_MS = 120_000;

export async function createSender(environment: SendEnvironment, promised: Promised): Promise<Sender> {
  const command = ['tenant', 'create', '--name', 'chaos', '--plan', 'enterprise', '--rate-limit', '999999999', '--json'];
  const made = JSON.parse(await environment.admin(...command)) as { tenantId: string; accessToken: string };
  const { guarantee, ratePerSecond, people } = promised;
  const options = { apiUrl: environment.gate.url, token: made.accessToken, sandbox: environment.provider };
  const channel = { sendGuarantee: guarantee, ratePerSecond };
  const channels = await Promise.all(kinds.map((kind) => connect(kind, { ...options, channel })));
  for (const account of channels) {
    await environment.provider.tune(account, knobsOf(promised));
    await environment.provider.write(account, peopleOf(account.kind, people));
  }
  const chats = await openChats(environment, made.tenantId, people * channels.length);
  return { tenantId: made.tenantId, token: made.accessToken, channels, chats };
}

const knobsOf = ({ guarantee, latencyMs, seed }: Promised) => ({
  seed,
  latencyMs,
  honourIdempotencyKey: guarantee === 'idempotent',
  callbackRetries: { tries: 20, baseMs: 100, timeoutMs: 15_000 },
});

function peopleOf(kind: Kind, count: number): string[] {
  const address = (i: number): string => {
    if (kind === 'email') return `person-${i}@example.com`;
    return kind === 'instagram' ? String(7_000_000_000 + i) : `+1212${5_550_000 + i}`;
  };
  return Array.from({ length: count }, (_, i) => address(i));
}

/** Returns the chats, alternating between the kinds, after all inbound messages have arrived. */
async function openChats(environment: SendEnvironment, tenantId: string, wanted: number): Promise<Chat[]> {
  const until = Date.now() + WINDOWS_OPEN_WITHIN_MS;
  return withDatabase(environment, async (client) => {
    for (;;) {
      const { rows } = await client.query<Chat>(
        `select c.id, ch.type as kind from chats c join channels ch on ch.tenant_id = c.tenant_id and ch.id = c.channel_id
         where c.tenant_id = $1 order by row_number() over (partition by ch.type order by c.id), ch.type`,
        [tenantId],
      );
      if (rows.length === wanted) return rows;
      if (Date.now() > until) throw new Error(`${rows.length} chats of ${wanted} are open`);
      await wait(200);
    }
  });
}
