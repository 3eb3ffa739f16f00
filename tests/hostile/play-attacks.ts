import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { createEnvironment } from '../attacks/environment.ts';
import { inEnvironment } from '../security/environment.ts';
import { type Attack, attacksOn } from './attacks.ts';
import { type Neighbour, p99, startNeighbour } from './neighbour.ts';

const MOST_STALL_MS = 200;
const MOST_SLOWER = 2;
/** Smaller differences are noise of a busy machine. */
const FAST_ENOUGH_MS = 50;
const PHASE_MS = 3_000;
const CHECK_EVERY_MS = 500;
const MOST_CHECKS = 120;
/** The rate limit of the largest plan per minute. */
const PAUSE_MS = 60;

export type Played = { attacks: number; stalls: number; slowed: number };

/** Sends hostile inputs of one tenant to a running server and measures the effect on another tenant. */
export const playAttacks = (only?: string): Promise<Played> =>
  inEnvironment(async (base) => {
    const environment = createEnvironment(base);
    // API and worker are two processes, as in deploy/compose.yaml.
    const [server, worker] = await Promise.all([environment.start({}, 'api'), environment.start({}, 'worker')]);
    const [hostile, other] = await Promise.all([environment.tenant(), environment.tenant()]);
    const processes = [server.baseUrl, worker.baseUrl];
    const label = await other.label();
    const neighbour = startNeighbour(`${server.baseUrl}/v3/labels/${label.id}`, other.token);
    try {
      const attacks = (await attacksOn(server.baseUrl, hostile)).filter(({ parser }) => only === undefined || parser === only);
      const played: Played = { attacks: attacks.length, stalls: 0, slowed: 0 };
      for (const attack of attacks) {
        const felt = await play({ database: base.superuser, processes, neighbour }, attack);
        played.stalls += Number(felt.isStall);
        played.slowed += Number(felt.isSlowed);
        console.log(lineOf(attack, felt));
      }
      return played;
    } finally {
      await neighbour.stop();
    }
  });

type Felt = {
  sent: number;
  statuses: string;
  stallMs: number;
  quietStallMs: number;
  quietMs: number;
  underAttackMs: number;
  isStall: boolean;
  isSlowed: boolean;
};

type Target = { database: Client; processes: string[]; neighbour: Neighbour };

async function play({ database, processes, neighbour }: Target, attack: Attack): Promise<Felt> {
  await endWork(database);
  await longestDelayMs(processes); // resets the measurement
  await neighbour.times();
  await (attack.harmless ? sendFor(PHASE_MS, attack.harmless) : wait(PHASE_MS));
  const quietMs = p99(await neighbour.times());
  const quietStallMs = await longestDelayMs(processes);
  const answers = await sendFor(PHASE_MS, attack.sends);
  const underAttackMs = p99(await neighbour.times());
  const stallMs = await longestDelayMs(processes);
  const statuses = [...Map.groupBy(answers, (status) => status)].map(([status, all]) => `${status} x ${all.length}`).join(', ');
  const isStall = stallMs > MOST_STALL_MS;
  const isSlowed = underAttackMs > Math.max(FAST_ENOUGH_MS, MOST_SLOWER * quietMs);
  return { sent: answers.length, statuses, stallMs, quietMs, underAttackMs, quietStallMs, isStall, isSlowed };
}

/**
 * Ends what the attack before has left, so that each one is measured alone: dozens of imports would go on for minutes. Waiting jobs are
 * deleted, those that run are waited for.
 */
async function endWork(database: Client): Promise<void> {
  for (let i = 0; i < MOST_CHECKS; i++) {
    await database.query('delete from jobs where published_at is null and due_at <= now()');
    const { rows } = await database.query('select 1 from jobs where published_at is not null limit 1');
    if (rows.length === 0) return;
    await wait(CHECK_EVERY_MS);
  }
  throw new Error('Jobs of an attack still run after 60 s');
}

/** Sends one input after the other, and waits until the phase is over: some are parsed after their answer. */
async function sendFor(ms: number, sends: Attack['sends']): Promise<number[]> {
  const endsAt = performance.now() + ms;
  const answers: number[] = [];
  for (let i = 0; performance.now() < endsAt; i++) {
    answers.push(await (sends[i % sends.length]?.() ?? 0));
    await wait(PAUSE_MS);
  }
  return answers;
}

/** Returns the longest delay of the event loops since this was read before. */
async function longestDelayMs(processes: string[]): Promise<number> {
  const delays = processes.map(async (baseUrl) => {
    const text = await fetch(`${baseUrl}/metrics`).then((answer) => answer.text());
    return Number(/^nodejs_eventloop_delay_max_seconds\S* (\S+)/m.exec(text)?.[1]) * 1_000;
  });
  return Math.max(...(await Promise.all(delays)));
}

const lineOf = ({ parser, title, harmless }: Attack, felt: Felt): string => {
  const before = harmless ? 'with harmless inputs of the same size' : 'without';
  const verdict = [felt.isStall && 'STALL', felt.isSlowed && 'SLOWED'].filter(Boolean).join(' ') || 'held';
  return `${verdict} ${parser}: ${title} (${felt.statuses}): longest stall ${before} ${felt.quietStallMs.toFixed(0)} -> ${felt.stallMs.toFixed(0)} ms, other tenant p99 ${felt.quietMs.toFixed(1)} -> ${felt.underAttackMs.toFixed(1)} ms`;
};
