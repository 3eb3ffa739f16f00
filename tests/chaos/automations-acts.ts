import { LEASE_SECONDS } from './environment.ts';
import type { Random } from './random.ts';
import type { Act } from './schedule.ts';
import type { Kind } from './unit.ts';

export type Amounts = { kills: number; stops: number; natsWipes: number; redisFlushes: number; postgresqlKills: number };

/** Plans faults: workers are killed and restarted, some are stopped for longer than their lease, and services are disturbed. */
export function planFaults(random: Random, amounts: Amounts, spanMs: number): Act[] {
  const moment = () => ({ atMs: random.between(0, spanMs), pick: random.below(1_000), forMs: 0 });
  const kill = (kind: Kind) => () => ({ do: 'kill' as const, kind, ...moment() });
  const pastLease = () => (LEASE_SECONDS + random.between(1, 4)) * 1_000;
  const acts: Act[] = [
    ...times(amounts.kills, kill('worker')),
    ...times(amounts.stops, () => ({ do: 'stop' as const, ...moment(), forMs: pastLease() })),
    ...times(amounts.natsWipes, () => ({ do: 'wipe' as const, ...moment() })),
    ...times(amounts.redisFlushes, () => ({ do: 'flush' as const, ...moment() })),
    ...times(amounts.postgresqlKills, kill('postgresql')),
  ];
  return acts.sort((a, b) => a.atMs - b.atMs);
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
