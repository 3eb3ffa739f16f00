import { send } from '../security/client.ts';
import type { Owner } from './campaign-tenant.ts';
import type { SendEnvironment } from './send-environment.ts';
import { countJobs } from './send-verify.ts';
import { withDatabase } from './verify.ts';

/** A recipient in the database. */
export type Row = {
  id: string;
  messageId: string | null;
  state: string;
  receipt: string | null;
  phone: string;
  hasError: boolean;
};
export type Counts = Record<(typeof COUNTED)[number], number>;
export type Evidence = { rows: Row[]; runs: number; status: string; counts: Counts; reached: string[]; jobsLeft: number };

const COUNTED = [
  'recipients',
  'planned',
  'queued',
  'sent',
  'failed',
  'unknown',
  'skipped',
  'cancelled',
  'delivered',
  'errors',
] as const;

/** Compares the audience, the provider's record, the database and the API. */
export type Verdict = {
  /** Rows: one per contact of the audience. */
  recipients: number;
  /** Contacts of the audience that were reached. */
  sent: number;
  dup: number;
  missing: number;
  /** Reached phones that are not in the audience. */
  strangers: number;
  failed: number;
  unknown: number;
  /** Neither in a final state nor unknown. */
  unsettled: number;
  /** Recorded as sent, but not reached. */
  claimed: number;
  /** Unknown, but reached: its callback was not processed. */
  unknownButSent: number;
  /** Unknown without a kill during its send. */
  unexplained: number;
  delivered: number;
  /** The sum of differences of the stored counts. */
  countsWrong: number;
  runs: number;
  completed: number;
  jobsLeft: number;
};

export function verify({ phones }: Owner, evidence: Evidence, inFlight: ReadonlySet<string>): Verdict {
  const { rows, counts, reached, status, runs, jobsLeft } = evidence;
  const audience = new Set(phones);
  const came = new Set(reached);
  const are = (...states: string[]) => rows.filter(({ state }) => states.includes(state));
  const sent = phones.filter((phone) => came.has(phone)).length;
  return {
    recipients: rows.length,
    sent,
    dup: reached.length - came.size,
    missing: phones.length - sent,
    strangers: [...came].filter((phone) => !audience.has(phone)).length,
    failed: are('failed').length,
    unknown: are('unknown').length,
    unsettled: are('planned', 'queued', 'skipped', 'cancelled').length,
    claimed: are('sent').filter(({ phone }) => !came.has(phone)).length,
    unknownButSent: are('unknown').filter(({ phone }) => came.has(phone)).length,
    unexplained: are('unknown').filter(({ messageId }) => !inFlight.has(messageId ?? '')).length,
    delivered: rows.filter(({ receipt }) => receipt !== null).length,
    countsWrong: COUNTED.reduce((sum, name) => sum + Math.abs(counts[name] - countOf(rows, name)), 0),
    runs,
    completed: status === 'completed' ? 1 : 0,
    jobsLeft,
  };
}

function countOf(rows: Row[], name: (typeof COUNTED)[number]): number {
  if (name === 'recipients') return rows.length;
  if (name === 'errors') return rows.filter(({ hasError }) => hasError).length;
  return rows.filter(({ state, receipt }) => (name === 'delivered' ? receipt !== null : state === name)).length;
}

/** Expected with every send guarantee. */
export const ALWAYS = {
  dup: 0,
  strangers: 0,
  failed: 0,
  unsettled: 0,
  claimed: 0,
  unexplained: 0,
  countsWrong: 0,
  runs: 1,
  completed: 1,
  jobsLeft: 0,
} satisfies Partial<Verdict>;

export async function readVerdict(environment: SendEnvironment, owner: Owner, inFlight: ReadonlySet<string>): Promise<Verdict> {
  const reached = await environment.provider.reached(owner.account);
  const counts = await fetchCounts(environment, owner);
  return withDatabase(environment, async (client) => {
    const { rows } = await client.query<Row>(ROWS, [owner.campaignId]);
    const { rows: found } = await client.query<{ status: string; runs: number }>(RUNS, [owner.campaignId]);
    const { status = 'gone', runs = 0 } = found[0] ?? {};
    return verify(owner, { rows, counts, reached, status, runs, jobsLeft: await countJobs(client) }, inFlight);
  });
}

/** Returns the counts of the statistics endpoint. `errors`: those of all errors together. */
async function fetchCounts(environment: SendEnvironment, { token, campaignId }: Owner): Promise<Counts> {
  const { status, text } = await send(environment.gate.url, {
    method: 'GET',
    path: `/v3/campaigns/${campaignId}/statistics`,
    token,
  });
  if (status !== 200) throw new Error(`no statistics: ${status} ${text}`);
  const { counts, errors } = (JSON.parse(text) as { data: { counts: Counts; errors: { count: number }[] } }).data;
  return { ...counts, errors: errors.reduce((sum, { count }) => sum + count, 0) };
}

const ROWS = `select r.id, r.message_id as "messageId", r.state, r.receipt, coalesce(h.match_value, '') as phone, r.error is not null as "hasError"
  from campaign_recipients r left join handles h on h.tenant_id = r.tenant_id and h.id = r.handle_id
  where r.campaign_id = $1`;

const RUNS = `select c.status, (select count(*)::int from campaign_runs r where r.campaign_id = c.id) as runs
  from campaigns c where c.id = $1`;
