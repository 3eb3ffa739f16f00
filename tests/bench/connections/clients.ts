import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Report } from './client.ts';

/** The most connections of one client process. */
const PER_PROCESS = 2_500;
const ARRIVES_WITHIN_MS = 30_000;
const OPEN_WITHIN_MS = 900_000;

export type Tenant = { tokens: string[]; write(mark: string): Promise<void> };
export type ClientCost = { processes: number; rssBytes: number; cpuMs: number; lost: number };
export type Clients = {
  /** Causes an event in a tenant, and returns the milliseconds until the last listener of the tenant has it. */
  eventMs(tenant: Tenant, mark: string): Promise<number>;
  close(): Promise<ClientCost>;
};

type Client = { child: ChildProcess; listeners: Map<Tenant, number> };

/** Opens a feed for each token of the tenants. The listeners of a tenant are spread over all client processes. */
export async function openClients(url: string, tenants: Tenant[], lagMs: number): Promise<Clients> {
  const connections = tenants.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const count = Math.max(1, Math.ceil(connections / PER_PROCESS));
  const clients = Array.from({ length: count }, () => ({
    child: fork(new URL('client.ts', import.meta.url)),
    listeners: new Map<Tenant, number>(),
  }));
  const close = () => closeAll(clients);
  try {
    await Promise.all(clients.map((client, n) => openFeeds(client, { url, tenants, lagMs, n, count })));
  } catch (error) {
    for (const { child } of clients) if (child.connected) child.disconnect();
    throw error;
  }
  return { close, eventMs: (tenant, mark) => eventMs(clients, tenant, mark) };
}

type Part = { url: string; tenants: Tenant[]; lagMs: number; n: number; count: number };

/** Each process has a loopback address of its own, so that source ports cannot run short. */
async function openFeeds({ child, listeners }: Client, { url, tenants, lagMs, n, count }: Part): Promise<void> {
  const tokens = tenants.flatMap((tenant) => {
    const own = tenant.tokens.filter((_, i) => i % count === n);
    listeners.set(tenant, own.length);
    return own;
  });
  child.send({ kind: 'open', port: Number(new URL(url).port), localAddress: `127.0.0.${2 + n}`, tokens, lagMs });
  const { connections } = await reportOf(child, 'opened', OPEN_WITHIN_MS);
  if (connections !== tokens.length) throw new Error(`${connections} of ${tokens.length} feeds are open in client ${n}`);
}

async function eventMs(clients: Client[], tenant: Tenant, mark: string): Promise<number> {
  const waiting = clients.filter(({ listeners }) => (listeners.get(tenant) ?? 0) > 0);
  const arrivals = waiting.map(({ child, listeners }) => {
    child.send({ kind: 'count', mark, listeners: listeners.get(tenant) });
    return reportOf(child, 'received', ARRIVES_WITHIN_MS);
  });
  const startedAt = performance.timeOrigin + performance.now();
  const arrived = await Promise.all([...arrivals, tenant.write(mark)]).catch((error: unknown) => {
    throw new Error(`not every listener had ${mark} within ${ARRIVES_WITHIN_MS / 1_000} s`, { cause: error });
  });
  return Math.max(...arrived.map((one) => (one ? one.lastAt : 0))) - startedAt;
}

async function closeAll(clients: Client[]): Promise<ClientCost> {
  const reports = clients.map(({ child }) => {
    const closed = reportOf(child, 'closed', ARRIVES_WITHIN_MS);
    child.send({ kind: 'close' });
    return closed;
  });
  const costs = await Promise.all(reports);
  for (const { child } of clients) child.disconnect();
  const sum = (of: (cost: (typeof costs)[number]) => number) => costs.reduce((all, cost) => all + of(cost), 0);
  return { processes: costs.length, rssBytes: sum((c) => c.rssBytes), cpuMs: sum((c) => c.cpuMs), lost: sum((c) => c.lost) };
}

type ReportOf<Kind> = Extract<Report, { kind: Kind }>;

/** Returns the next report of this kind. A client that ends before is an error. */
async function reportOf<Kind extends Report['kind']>(child: ChildProcess, kind: Kind, withinMs: number): Promise<ReportOf<Kind>> {
  const signal = AbortSignal.timeout(withinMs);
  const ended = Promise.withResolvers<never>();
  const fail = (code: number | null) => ended.reject(new Error(`a client process ended with ${code}`));
  child.once('exit', fail);
  try {
    for (;;) {
      const [report] = (await Promise.race([once(child, 'message', { signal }), ended.promise])) as [Report];
      if (report.kind === kind) return report as ReportOf<Kind>;
    }
  } finally {
    child.off('exit', fail);
  }
}
