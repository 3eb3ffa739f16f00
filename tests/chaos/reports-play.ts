import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { send } from '../security/client.ts';
import { type Left, waitOut } from './patience.ts';
import type { Random } from './random.ts';
import { converse, createDesk, type Desk } from './reports-load.ts';
import { differencesOf, readCounters, readHappenings, recount } from './reports-recount.ts';
import { type SendEnvironment, startSendEnvironment } from './send-environment.ts';
import { withDatabase } from './verify.ts';

export type Verdict = { differences: number; wentBack: number; unfolded: number };
export type Ended<T> = {
  verdict: Verdict;
  faults: string[];
  samples: string[];
  figures: { people: number; happenings: number; counters: number; reads: number };
  done: T;
};

const READ_EVERY_MS = 250;
const MOST_SAMPLES = 10;

/** Two API processes: they are killed too. */
export const startReportsEnvironment = (replacements: [RegExp, string][] = []): Promise<SendEnvironment> =>
  startSendEnvironment(replacements, 2);

/** People converse while `injectFaults` runs. When no work is left, every counter is compared with a recount of the rows. */
export async function play<T>(
  environment: SendEnvironment,
  random: Random,
  people: number,
  injectFaults: (desk: Desk) => Promise<T>,
): Promise<Ended<T>> {
  const desk = await createDesk(environment);
  const reading = readWhile(environment, desk);
  let isOver = false;
  const faults = injectFaults(desk).finally(() => {
    isOver = true;
  });
  const [played, done] = await Promise.all([converse(environment, desk, random, { people, isOver: () => isOver }), faults]);
  await environment.allUp();
  await environment.provider.flush(desk.account);
  await settle(environment, desk);
  const { reads, wentBack } = await reading.stop();
  return withDatabase(environment, async (client) => {
    const happenings = await readHappenings(client, desk.tenantId);
    const [counted, recounted] = [await readCounters(client, desk.tenantId), recount(happenings)];
    const samples = differencesOf(counted, recounted);
    const verdict = { differences: samples.length, wentBack, unfolded: await unfolded(client, desk) };
    const figures = { people: played, happenings: happenings.length, counters: recounted.size, reads };
    return { verdict, faults: faultsOf(verdict), samples: samples.slice(0, MOST_SAMPLES), figures, done };
  });
}

const faultsOf = (verdict: Verdict): string[] =>
  Object.entries(verdict).flatMap(([name, found]) => (found === 0 ? [] : [`${name}=${found}, not 0`]));

/** Reads a report again and again. Its count never gets smaller: what is being folded is counted once in every moment. */
function readWhile(environment: SendEnvironment, desk: Desk) {
  let isStopped = false;
  const figures = { reads: 0, wentBack: 0 };
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const read = async (i: number): Promise<number | undefined> => {
    const body = { metric: 'messages_sent', from, to: new Date(Date.now() + 3_600_000).toISOString(), bucket: 'total' };
    const { port } = environment.apis[i % environment.apis.length] as { port: number };
    const call = { method: 'POST' as const, path: '/v3/reports/search', token: desk.token, body };
    const answer = await send(`http://127.0.0.1:${port}`, call).catch(() => undefined);
    if (answer?.status !== 200) return undefined;
    return (JSON.parse(answer.text) as { data: { rows: { count: number }[] } }).data.rows[0]?.count ?? 0;
  };
  const loop = async () => {
    for (let [i, most] = [0, 0]; !isStopped; i++) {
      const count = await read(i);
      if (count !== undefined) figures.reads++;
      if (count !== undefined && count < most) figures.wentBack++;
      most = Math.max(most, count ?? 0);
      await wait(READ_EVERY_MS);
    }
  };
  const running = loop();
  return {
    async stop() {
      isStopped = true;
      await running;
      return figures;
    },
  };
}

/** Waits until no work is left and everything is folded. */
const settle = (environment: SendEnvironment, desk: Desk): Promise<void> =>
  withDatabase(environment, (client) => waitOut(() => workLeft(client, desk), environment.patienceMs));

async function workLeft(client: Client, desk: Desk): Promise<Left> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from jobs where tenant_id = $1', [desk.tenantId]);
  const n = (rows[0]?.n ?? 0) + (await unfolded(client, desk));
  return { n, mark: String(n) };
}

async function unfolded(client: Client, { tenantId }: Desk): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from report_deltas where tenant_id = $1', [
    tenantId,
  ]);
  return rows[0]?.n ?? 0;
}
