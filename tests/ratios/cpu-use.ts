import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { cpuMsOf, listProcesses, MS_PER_TICK, type Process } from './processes.ts';

const SERVICES = new Set(['nats-server', 'redis-server', 'postgres']);
const MOST_NAMED = 6;
const LEAST_NAMED = 0.005;

/** Shares of all cores between two moments. `others` names the processes with most CPU time that the benchmark did not start. */
export type CpuUse = { own: number; services: number; other: number; stolen: number; idle: number; others: string };

/**
 * Returns CPU milliseconds so far of a process and of all connections to a database but the client's own. The client is the
 * benchmark's: what it costs to look whether the work is done is not part of the work.
 */
export async function cpuMsOfSide(pid: number, client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return cpuMsOf(pid) + rows.reduce((sum, one) => sum + cpuMsOf(one.pid), 0);
}

/** Measures from now on who uses the CPU. `databases` are the benchmark's: the connections to them are its own. */
export function watchCpu(databases: string[]): () => CpuUse {
  const [before, cpusBefore] = [new Map(listProcesses().map((one) => [one.pid, one])), readCpus()];
  return () => {
    const [after, cpus] = [listProcesses(), difference(readCpus(), cpusBefore)];
    const own = withDescendants(after, process.pid);
    const isOwn = (one: Process) => own.has(one.pid) || databases.some((name) => one.title.includes(` ${name} `));
    const since = (one: Process, figure: 'cpuMs' | 'withChildrenMs') => one[figure] - (before.get(one.pid)?.[figure] ?? 0);
    const used = after.map((one) =>
      isOwn(one)
        ? { name: 'own', ms: since(one, 'withChildrenMs') }
        : { name: SERVICES.has(one.name) ? 'services' : one.name, ms: since(one, 'cpuMs') },
    );
    return sharesOf(used, cpus);
  };
}

/** What no living process has used was used by processes that started and ended meanwhile. */
function sharesOf(used: { name: string; ms: number }[], { busyMs, idleMs, stolenMs }: Cpus): CpuUse {
  const total = Math.max(1, busyMs + idleMs + stolenMs);
  const byName = new Map<string, number>();
  for (const { name, ms } of used) byName.set(name, (byName.get(name) ?? 0) + ms);
  const [own, services] = [byName.get('own') ?? 0, byName.get('services') ?? 0];
  byName.delete('own');
  byName.delete('services');
  const living = [...byName.values()].reduce((sum, ms) => sum + ms, 0);
  byName.set('ended', Math.max(0, busyMs - own - services - living));
  const largest = [...byName]
    .filter(([, ms]) => ms / total >= LEAST_NAMED)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_NAMED);
  return {
    own: own / total,
    services: services / total,
    other: Math.max(0, busyMs - own - services) / total,
    stolen: stolenMs / total,
    idle: idleMs / total,
    others: largest.map(([name, ms]) => `${name}:${(ms / total).toFixed(2)}`).join() || 'none',
  };
}

function withDescendants(processes: Process[], root: number): Set<number> {
  const found = new Set([root]);
  for (const pid of found) for (const one of processes) if (one.parent === pid) found.add(one.pid);
  return found;
}

type Cpus = { busyMs: number; idleMs: number; stolenMs: number };

/** Reads the first line of /proc/stat: user nice system idle iowait irq softirq steal, in ticks of 10 ms. */
function readCpus(): Cpus {
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = ticks;
  return {
    busyMs: (user + nice + system + irq + softirq) * MS_PER_TICK,
    idleMs: (idle + iowait) * MS_PER_TICK,
    stolenMs: steal * MS_PER_TICK,
  };
}

const difference = (a: Cpus, b: Cpus): Cpus => ({
  busyMs: a.busyMs - b.busyMs,
  idleMs: a.idleMs - b.idleMs,
  stolenMs: a.stolenMs - b.stolenMs,
});
