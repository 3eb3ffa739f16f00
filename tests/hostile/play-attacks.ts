import { setTimeout as wait } from 'node:timers/promises';
import { createEnvironment } from '../attacks/environment.ts';
import { inEnvironment } from '../security/environment.ts';
import { type Attack, attacksOn } from './attacks.ts';
import { type Neighbour, p99, startNeighbour } from './neighbour.ts';

const MOST_STALL_MS = 200;
const MOST_SLOWER = 2;
/** Smaller differences are noise of a busy machine. */
const FAST_ENOUGH_MS = 50;
const PHASE_MS = 3_000;
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
        const felt = await play(processes, neighbour, attack);
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

async function play(processes: string[], neighbour: Neighbour, attack: Attack): Promise<Felt> {
  await wait(PAUSE_MS);
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
