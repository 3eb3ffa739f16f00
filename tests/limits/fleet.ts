import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Plan } from '../../server/src/domain/tenants/index.ts';
import { makeTenant, type OperatedTenant as Tenant } from '../../server/src/test-kit/operator.ts';
import type { ServerProcess } from '../../server/src/test-kit/server-process.ts';
import { type Answer, type Call, send } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';

export type { Tenant };
export type Fleet = { processes: ServerProcess[]; send(index: number, call: Call): Promise<Answer> };

export const WINDOW_MS = 60_000;

/** Creates a tenant with the admin command. */
export const createTenant = (environment: Environment, plan: Plan, ratePerMinute?: number): Promise<Tenant> =>
  makeTenant(environment.env, { plan, ...(ratePerMinute && { ratePerMinute }) });

/** Several API processes with one database and one Redis; call n goes to process n modulo their number. */
export async function startFleet(environment: Environment, size: number, socketsEach: number): Promise<Fleet> {
  const processes = await Promise.all(Array.from({ length: size }, () => environment.start()));
  const agents = processes.map(() => new Agent({ keepAlive: true, maxSockets: socketsEach }));
  return {
    processes,
    send: (index, call) => {
      const which = index % size;
      return send((processes[which] as ServerProcess).baseUrl, call, agents[which]);
    },
  };
}

/** Waits for a new window, so that all requests are in one. */
export async function waitForWindow(neededMs: number): Promise<void> {
  const leftMs = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (leftMs < neededMs) await wait(leftMs + 100);
}

export const endOfWindowSeconds = (atMs: number): number => ((Math.floor(atMs / WINDOW_MS) + 1) * WINDOW_MS) / 1000;

/** Returns a metric; zero if it is missing. */
export async function metric(baseUrl: string, name: string): Promise<number> {
  const { text } = await send(baseUrl, { method: 'GET', path: '/metrics' });
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+]+)`, 'm').exec(text)?.[1] ?? 0);
}
