import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Contest, calibrate, type Side } from '../ratios/pairs.ts';
import { cpuMsOf } from '../ratios/processes.ts';
import { type NodeCpu, splitProfile } from './node-cpu.ts';
import { readStatements, readTables, resetStatements, type StatementCost, type TableRows, tablesBetween } from './statements.ts';

const WRITTEN_WITHIN_MS = 120_000;
const STATISTICS_AFTER_MS = 2_500;

/** What one slice of a benchmark's own side cost, per unit of its work. */
export type Profile = {
  units: number;
  cpuMs: number;
  nodeMs: number;
  node: NodeCpu;
  statements: StatementCost[];
  tables: TableRows[];
  counts: Record<string, number>;
};

/** Profiles one slice of the server's side after the slices that warm it up. */
export async function profileOurs({ sides: { ours }, firstUnits }: Contest, client: Client, folder: string): Promise<Profile> {
  const seconds = Number(process.env.SECONDS ?? 5);
  const size = await calibrate(ours, firstUnits, seconds);
  await ours.prepare?.(size);
  await wait(STATISTICS_AFTER_MS);
  await resetStatements(client);
  const before = await readTables(client);
  process.kill(ours.pid, 'SIGUSR2');
  const cpuBefore = await cpuOf(ours);
  const { units } = await ours.run(size);
  await ours.settle?.();
  const cpuAfter = await cpuOf(ours);
  process.kill(ours.pid, 'SIGUSR2');
  const { profile, counts } = await written(join(folder, `${ours.pid}.json`));
  const statements = await readStatements(client);
  await wait(STATISTICS_AFTER_MS);
  const tables = tablesBetween(before, await readTables(client));
  const [cpuMs, nodeMs] = [cpuAfter.all - cpuBefore.all, cpuAfter.node - cpuBefore.node];
  return { units, cpuMs, nodeMs, node: splitProfile(profile), statements, tables, counts };
}

async function cpuOf(side: Side): Promise<{ all: number; node: number }> {
  return { all: await side.cpuMs(), node: cpuMsOf(side.pid) };
}

async function written(file: string): Promise<{ profile: never; counts: Record<string, number> }> {
  const until = Date.now() + WRITTEN_WITHIN_MS;
  for (;;) {
    if (existsSync(file)) {
      try {
        return JSON.parse(readFileSync(file, 'utf8'));
      } catch {
        // is being written
      }
    }
    if (Date.now() > until) throw new Error('the profiled process wrote no profile within two minutes');
    await wait(100);
  }
}
