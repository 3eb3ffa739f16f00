import type { Client } from 'pg';
import { type Left, waitOut } from './patience.ts';
import type { SendEnvironment } from './send-environment.ts';
import type { Accepted } from './send-load.ts';
import type { Sender } from './send-tenant.ts';
import { withDatabase } from './verify.ts';

/** An outbound message in the database. */
export type Kept = { id: string; kind: string; status: string; sendState: string };

/** Compares accepted messages, the provider's record and the database. */
export type Verdict = {
  sends: number;
  /** Distinct delivered messages. */
  sent: number;
  dup: number;
  missing: number;
  unknown: number;
  failed: number;
  /** Neither in a final state nor unknown. */
  unsettled: number;
  /** Recorded as accepted, but not delivered. */
  claimed: number;
  /** Unknown, but delivered: its callback was not processed. */
  unknownButSent: number;
  /** Unknown without a kill during its send. */
  unexplained: number;
  /** Messages in chats that were not requested. */
  ghosts: number;
  jobsLeft: number;
};

type Evidence = { delivered: string[]; kept: Kept[]; inFlight: ReadonlySet<string>; jobsLeft: number };

export function verify(accepted: Accepted[], { delivered, kept, inFlight, jobsLeft }: Evidence): Verdict {
  const reached = new Set(delivered);
  const states = new Map(kept.map((one) => [one.id, one]));
  const are = (...wanted: string[]) => accepted.filter(({ id }) => wanted.includes(states.get(id)?.sendState ?? 'lost'));
  const unknown = are('unknown');
  const missing = accepted.filter(({ name }) => !reached.has(name));
  return {
    sends: accepted.length,
    sent: accepted.length - missing.length,
    dup: delivered.length - reached.size,
    missing: missing.length,
    unknown: unknown.length,
    failed: are('failed').length,
    unsettled:
      are('lost', 'queued', 'sending', 'cancelled').length +
      are('accepted').filter(({ id }) => states.get(id)?.status === 'pending').length,
    claimed: are('accepted').filter(({ name }) => !reached.has(name)).length,
    unknownButSent: unknown.filter(({ name }) => reached.has(name)).length,
    unexplained: unknown.filter(({ id }) => !inFlight.has(id)).length,
    ghosts: kept.length - accepted.length,
    jobsLeft,
  };
}

/** Expected with every send guarantee. */
export const NEVER = {
  dup: 0,
  failed: 0,
  unsettled: 0,
  claimed: 0,
  unexplained: 0,
  ghosts: 0,
  jobsLeft: 0,
} satisfies Partial<Verdict>;

/** Returns the differences from the expected figures. */
export const faultsOf = <V extends Record<string, number>>(verdict: V, wanted: Partial<V>): string[] =>
  Object.entries(wanted)
    .filter(([name, value]) => verdict[name] !== value)
    .map(([name, value]) => `${name}=${verdict[name]}, not ${value}`);

export async function readVerdict(
  environment: SendEnvironment,
  sender: Sender,
  accepted: Accepted[],
  inFlight: ReadonlySet<string>,
): Promise<Verdict> {
  const sent = await Promise.all(sender.channels.map((channel) => environment.provider.delivered(channel)));
  return withDatabase(environment, async (client) => {
    const kept = await readKept(client, sender.tenantId);
    return verify(accepted, { delivered: sent.flat(), kept, inFlight, jobsLeft: await countJobs(client) });
  });
}

export async function readKept(client: Client, tenantId: string): Promise<Kept[]> {
  const { rows } = await client.query<Kept>(
    `select m.id, ch.type as kind, m.status, m.send_state as "sendState" from messages m
     join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id join channels ch on ch.tenant_id = c.tenant_id and ch.id = c.channel_id
     where m.tenant_id = $1 and m.sender = 'outbound'`,
    [tenantId],
  );
  return rows;
}

/** Returns the ids of messages in a state. */
export async function idsIn(client: Client, sendState: 'sending' | 'unknown'): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from messages where send_state = $1', [sendState]);
  return rows.map(({ id }) => id);
}

/** Waits until nothing is left to do. Stops waiting after `patienceMs` without progress. */
export const settle = (environment: SendEnvironment): Promise<void> =>
  withDatabase(environment, (client) => waitOut(() => whatIsLeft(client), environment.patienceMs));

/** Settled messages and ended jobs are progress; a rescheduled job is not. */
async function whatIsLeft(client: Client): Promise<Left> {
  const { rows } = await client.query<{ state: string; n: number }>(
    `select coalesce(send_state, status) as state, count(*)::int as n from messages group by 1 order by 1`,
  );
  const n = await countJobs(client);
  return { n, mark: [n, ...rows.map(({ state, n }) => `${state} ${n}`)].join() };
}

/** Look-ups of unknown sends do not count as work left: they may repeat without end. */
export async function countJobs(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from jobs where name <> 'look_up_send'`);
  return rows[0]?.n ?? 0;
}
