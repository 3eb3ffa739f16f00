import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Client } from 'pg';
import type { FileStore } from '../../../server/src/platform/file-store/index.ts';
import type { Ctx } from '../../../server/src/storage/context.ts';
import type { BenchEnvironment } from '../environment.ts';
import type { Ports } from './servers.ts';

/** What the scenarios share: the installation, an owner connection, the file store of the worker, and the servers that jobs call. */
export type Setup = { environment: BenchEnvironment; client: Client; files: FileStore; servers: Servers; ports: Ports };

/** `fastCalls` returns how many calls of measured tenants the servers have answered. */
export type Servers = { ports: Ports; fastCalls(): Promise<number>; close(): Promise<void> };

/**
 * A kind of job that calls out. `open` prepares two tenants: `enqueueSlow` gives the busy tenant many slow jobs, `enqueueOne` gives the
 * measured tenant a fast one. Both return after the commit, `enqueueOne` with the id of its job. `countDone` returns how many jobs of the
 * measured tenant did their work: a job that gives up is done, too. `mostPerSecond` are offered, or half of what the machine can do.
 */
export type Scenario = { kind: string; mostPerSecond: number; open(setup: Setup, slowJobs: number): Promise<Tenants> };

export type Tenants = {
  busy: Ctx;
  measured: Ctx;
  enqueueSlow(): Promise<void>;
  enqueueOne(): Promise<string>;
  countDone(): Promise<number>;
};

/** Creates the two tenants of a scenario. */
export async function newTenants({ environment }: Setup): Promise<Pick<Tenants, 'busy' | 'measured'>> {
  return { busy: (await environment.newTenant()).ctx, measured: (await environment.newTenant()).ctx };
}

export const urlOf = (port: number, path = ''): string => `http://127.0.0.1:${port}${path}`;

/** Calls `act` with 0 to `count` - 1, at most `AT_ONCE` at a time. */
export async function repeat(count: number, act: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const runOne = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runOne));
}

const AT_ONCE = 8;

/** Starts the servers that jobs call. */
export async function startServers(slowMs: number): Promise<Servers> {
  const child: ChildProcess = fork(new URL('servers.ts', import.meta.url), {
    env: { ...process.env, SLOW_MS: String(slowMs) },
  });
  const [ports] = (await once(child, 'message')) as [Ports];
  return {
    ports,
    async fastCalls() {
      child.send('fastCalls');
      return ((await once(child, 'message')) as [number])[0];
    },
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
