import { pathToFileURL } from 'node:url';
import { type ServerProcess, startProcess } from '../../server/src/test-kit/server-process.ts';
import { atEnd } from './endings.ts';
import type { Gate } from './send-gate.ts';
import type { Release } from './upgrade-release.ts';

const API = 2;
const WORKERS = 2;

/** API processes behind the gate, and workers. Each is replaced by one of another version while the others run. */
export type Fleet = { roll(release: Release): Promise<void> };

export async function startFleet(release: Release, gate: Gate, env: Record<string, string>): Promise<Fleet> {
  const start = (role: 'api' | 'worker', from: Release) => startProcess(role, env, pathToFileURL(from.main).href);
  const apis: ServerProcess[] = [];
  const workers: ServerProcess[] = [];
  atEnd(async () => {
    for (const { child, kill } of [...apis, ...workers]) if (child.exitCode === null && child.signalCode === null) await kill();
  });
  const lead = () => gate.leadTo(apis.map(({ baseUrl }) => Number(new URL(baseUrl).port)));
  for (let i = 0; i < API; i++) apis.push(await start('api', release));
  for (let i = 0; i < WORKERS; i++) workers.push(await start('worker', release));
  lead();
  return {
    async roll(to) {
      for (let i = 0; i < WORKERS; i++) {
        workers.push(await start('worker', to));
        await end(workers.shift());
      }
      for (let i = 0; i < API; i++) {
        apis.push(await start('api', to));
        const old = apis.shift();
        lead(); // as a load balancer does that sees /readyz fail
        await end(old);
      }
    },
  };
}

async function end(process: ServerProcess | undefined): Promise<void> {
  const code = await process?.stop();
  if (code !== 0) throw new Error(`a process ended with ${code} when it was asked to: ${process?.log().slice(-2_000)}`);
}
