import { setTimeout as wait } from 'node:timers/promises';
import { type Environment, LEASE_SECONDS } from './environment.ts';
import type { Random } from './random.ts';
import type { Kind, Unit } from './unit.ts';

export type Amounts = { kills: number; stops: number; natsWipes: number; redisFlushes: number };

export type Act = { atMs: number; forMs: number; pick: number } & (
  | { do: 'kill'; kind: Kind | 'any' }
  | { do: 'stop' }
  | { do: 'wipe' }
  | { do: 'flush' }
);

const SHARES: [Kind, number][] = [
  ['worker', 30],
  ['nats', 10],
  ['api', 5],
  ['redis', 3],
  ['postgresql', 2],
];
const OF = 60;
const FIND_WITHIN_MS = 180_000;

/** Returns the faults of a run in order of time; they depend on the seed only. */
export function planActs(random: Random, amounts: Amounts, spanMs: number): Act[] {
  const kinds: (Kind | 'any')[] = SHARES.flatMap(([kind, share]) =>
    Array.from({ length: Math.max(1, Math.round((amounts.kills * share) / OF)) }, () => kind),
  ).slice(0, amounts.kills);
  while (kinds.length < amounts.kills) kinds.push('any');
  const moment = () => ({ atMs: random.between(0, spanMs), pick: random.below(1_000) });
  const shortly = () => ({ ...moment(), forMs: random.between(50, 2_000) });
  const pastLease = () => ({ ...moment(), forMs: (LEASE_SECONDS + random.between(1, 4)) * 1_000 });
  const acts: Act[] = [
    ...kinds.map((kind) => ({ do: 'kill' as const, kind, ...shortly() })),
    ...times(amounts.stops, () => ({ do: 'stop' as const, ...pastLease() })),
    ...times(amounts.natsWipes, () => ({ do: 'wipe' as const, ...shortly() })),
    ...times(amounts.redisFlushes, () => ({ do: 'flush' as const, ...shortly() })),
  ];
  return acts.sort((a, b) => a.atMs - b.atMs);
}

/** Carries out the faults. Returns what was done. */
export async function perform(environment: Environment, acts: Act[]): Promise<Amounts> {
  const done: Amounts = { kills: 0, stops: 0, natsWipes: 0, redisFlushes: 0 };
  const startedAt = Date.now();
  const say = (text: string) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)}s ${text}`);
  await Promise.all(
    acts.map(async (act) => {
      await wait(Math.max(0, startedAt + act.atMs - Date.now()));
      await performOne(environment, act, done, say);
    }),
  );
  return done;
}

async function performOne(environment: Environment, act: Act, done: Amounts, say: (text: string) => void): Promise<void> {
  switch (act.do) {
    case 'kill': {
      const unit = await findUp(candidates(environment, act.kind), act.pick);
      say(`kill ${unit.name}`);
      await killFor(unit, act.forMs);
      done.kills++;
      return;
    }
    case 'stop': {
      const worker = await findUp(environment.workers, act.pick);
      say(`stop ${worker.name} for ${(act.forMs / 1000).toFixed(1)}s`);
      worker.pause();
      await wait(act.forMs);
      worker.resume();
      done.stops++;
      return;
    }
    case 'wipe': {
      const nats = await findUp([environment.services.nats], act.pick);
      say('wipe nats');
      await killFor(nats, act.forMs, environment.services.wipeNats);
      done.natsWipes++;
      return;
    }
    case 'flush':
      await findUp([environment.services.redis], act.pick);
      say('flush redis');
      await environment.services.flushRedis();
      done.redisFlushes++;
      return;
    default:
      act satisfies never;
  }
}

const candidates = (environment: Environment, kind: Kind | 'any'): Unit[] =>
  environment.units.filter((unit) => kind === 'any' || unit.kind === kind);

/** Returns a running unit: killing a stopped or dead one proves nothing. */
async function findUp(units: Unit[], pick: number): Promise<Unit> {
  const until = Date.now() + FIND_WITHIN_MS;
  while (Date.now() < until) {
    const up = units.filter((unit) => unit.isUp());
    const found = up[pick % up.length];
    if (found) return found;
    await wait(20);
  }
  throw new Error(`none of ${units.map((unit) => unit.name).join(', ')} came back`);
}

async function killFor(unit: Unit, forMs: number, meanwhile?: () => Promise<void>): Promise<void> {
  await unit.kill();
  await meanwhile?.();
  await wait(forMs);
  await unit.start();
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
