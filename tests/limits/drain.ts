import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Answer, send } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { createTenant, type Tenant } from './fleet.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CLIENTS = 20;
const DRAIN_DELAY_MS = 5_000; // a load balancer on a busy machine needs time to see that it is not ready
const HELD_MS = 1_000;
const EXIT_WITHIN_MS = 60_000;

type Round = { requests: number; failed: number; notReady: boolean; slowFinished: boolean; exit: number | null; drainMs: number };

/** SIGTERM under load: the readiness check fails, running requests complete, and the process exits with 0. */
export async function checkDrain(environment: Environment) {
  const tenant = await createTenant(environment, 'enterprise', 10_000_000);
  const rounds: Round[] = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await drainOnce(environment, tenant));
  const figures = {
    drains: ROUNDS,
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    drainFailed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    slowFinished: rounds.filter(({ slowFinished }) => slowFinished).length,
    readyz503: rounds.filter(({ notReady }) => notReady).length,
    exit: Math.max(...rounds.map(({ exit }) => exit ?? 137)),
    drainMs: Math.max(...rounds.map(({ drainMs }) => drainMs)),
  };
  const everyTime = figures.slowFinished === ROUNDS && figures.readyz503 === ROUNDS;
  const kept = figures.drainFailed === 0 && everyTime && figures.exit === 0;
  return { figures, kept };
}

async function drainOnce(environment: Environment, tenant: Tenant): Promise<Round> {
  const api = await environment.start({
    DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    DATABASE_STATEMENT_TIMEOUT_MS: '60000', // the held request waits for its lock
  });
  const state = { requests: 0, failed: 0, out: false };
  const clients = Array.from({ length: CLIENTS }, () => keepAsking(api.baseUrl, tenant, state));
  await wait(300);
  const held = await holdLabel(environment, api.baseUrl, tenant);
  await wait(100);
  const startedAt = Date.now();
  const exited = Promise.race([api.stop(), wait(EXIT_WITHIN_MS, null, { ref: false })]);
  const notReady = await seesNotReady(api.baseUrl);
  state.out = true; // from here on the load balancer sends no new requests
  await Promise.all(clients);
  await wait(HELD_MS);
  const slowFinished = (await held.release())?.status === 200;
  const exit = await exited;
  if (exit === null) await api.kill();
  return { requests: state.requests, failed: state.failed, notReady, slowFinished, exit, drainMs: Date.now() - startedAt };
}

async function keepAsking(baseUrl: string, { accessToken }: Tenant, state: { requests: number; failed: number; out: boolean }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!state.out) {
    state.requests++;
    const call = { method: 'POST', path: '/v3/contacts', token: accessToken, body: { firstName: 'drain' } };
    const answer = await send(baseUrl, call, agent).catch(() => undefined);
    if (answer?.status !== 201) state.failed++;
  }
  agent.destroy();
}

/** A locked row keeps the request running long after SIGTERM on a keep-alive connection. */
async function holdLabel(environment: Environment, baseUrl: string, { accessToken }: Tenant) {
  const agent = new Agent({ keepAlive: true });
  const call = (method: string, path: string, body: object) => send(baseUrl, { method, path, token: accessToken, body }, agent);
  const name = `held ${Date.now()}`;
  const { id } = (JSON.parse((await call('POST', '/v3/labels', { name })).text) as { data: { id: string } }).data;
  const holder = new Client({ connectionString: environment.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from labels where id = $1 for update', [id]);
  const slow = call('PUT', `/v3/labels/${id}`, { color: '#000000' }).catch(() => undefined);
  return {
    async release(): Promise<Answer | undefined> {
      await holder.query('rollback');
      await holder.end();
      return slow;
    },
  };
}

async function seesNotReady(baseUrl: string): Promise<boolean> {
  for (let i = 0; i < 1_000; i++) {
    const answer = await send(baseUrl, { method: 'GET', path: '/readyz' }, new Agent()).catch(() => undefined);
    if (!answer) return false;
    if (answer.status === 503) return true;
    await wait(10);
  }
  return false;
}
