import { readFileSync } from 'node:fs';
import { Client } from 'pg';

/** Returns a function that tells the CPU milliseconds of each process of the database so far. */
export async function cpuOfDatabase(url: string): Promise<{ read(): Promise<Map<number, number>>; close(): Promise<void> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    async read() {
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return new Map(rows.flatMap(({ pid }) => cpuMs(pid)));
    },
    close: () => client.end(),
  };
}

/** A process that has ended has no entry. */
function cpuMs(pid: number): [number, number][] {
  try {
    return [[pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6]];
  } catch {
    return [];
  }
}

/** Returns the CPU time of the processes that were there before. A new one is counted whole: its connection is part of the work. */
export const cpuBetween = (before: Map<number, number>, after: Map<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
