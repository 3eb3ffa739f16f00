import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Environment } from './environment.ts';
import type { Entry } from './receiver.ts';
import { ENDPOINTS, type Tenant } from './tenant.ts';

/** Compares what the endpoints received with what was accepted. */
export type Received = {
  accepted: number;
  expected: number;
  delivered: number;
  lost: number;
  unexpected: number;
  dupIdMismatch: number;
  duplicates: number;
};

/** The same in the database. */
export type Kept = {
  contacts: number;
  events: number;
  deliveries: number;
  succeeded: number;
  doubleStateWrites: number;
  jobsLeft: number;
};

/** Connects as superuser, who sees all tenants. */
export async function withDatabase<T>(environment: Environment, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: environment.services.databaseUrl });
  client.on('error', () => undefined); // the running statement reports it; an unhandled event would end the process
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until nothing is left to do. Stops waiting without progress. */
export async function settle(environment: Environment, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs;
  await withDatabase(environment, async (client) => {
    while (Date.now() < until) {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from jobs');
      if (rows[0]?.n === 0) return;
      await wait(250);
    }
  });
}

export function verifyReceived(contactIds: Set<string>, entries: Entry[]): Received {
  const known = entries.filter((entry) => contactIds.has(entry.thingId));
  const expected = contactIds.size * ENDPOINTS;
  return {
    accepted: contactIds.size,
    expected,
    delivered: known.length,
    lost: expected - known.length,
    unexpected: entries.length - known.length,
    dupIdMismatch: entries.filter((entry) => entry.webhookIds.length > 1).length,
    duplicates: entries.reduce((sum, entry) => sum + entry.count - 1, 0),
  };
}

/** Counts deliveries that two workers recorded: more than one success, or attempts that differ from the log. */
export const readKept = (environment: Environment, tenant: Tenant): Promise<Kept> =>
  withDatabase(environment, async (client) => {
    const { rows } = await client.query<Kept>(
      `select (select count(*)::int from contacts where tenant_id = $1) as contacts,
         (select count(*)::int from events where tenant_id = $1 and type = 'contact.created') as events,
         (select count(*)::int from deliveries where tenant_id = $1) as deliveries,
         (select count(*)::int from deliveries where tenant_id = $1 and status = 'succeeded') as succeeded,
         (select count(*)::int from deliveries d
          cross join lateral (
            select count(*) as attempts, count(*) filter (where status_code = 200) as successes
            from delivery_attempts a where a.tenant_id = d.tenant_id and a.delivery_id = d.id) log
          where d.tenant_id = $1 and (log.attempts <> d.tries or log.successes > 1)) as "doubleStateWrites",
         (select count(*)::int from jobs where tenant_id = $1) as "jobsLeft"`,
      [tenant.id],
    );
    if (!rows[0]) throw new Error('the database says nothing');
    return rows[0];
  });

/** Returns the differences from the expected figures. */
export function faultsOf(received: Received, kept: Kept): string[] {
  const { accepted, expected } = received;
  const wanted: [name: string, found: number, wanted: number][] = [
    ['lost', received.lost, 0],
    ['unexpected', received.unexpected, 0],
    ['dupIdMismatch', received.dupIdMismatch, 0],
    ['contacts', kept.contacts, accepted],
    ['events', kept.events, accepted],
    ['deliveries', kept.deliveries, expected],
    ['succeeded', kept.succeeded, expected],
    ['doubleStateWrites', kept.doubleStateWrites, 0],
    ['jobsLeft', kept.jobsLeft, 0],
  ];
  return wanted.filter(([, found, wanted]) => found !== wanted).map(([name, found, wanted]) => `${name}=${found}, not ${wanted}`);
}
