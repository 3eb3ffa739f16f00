import { checkDefinition } from '../../server/src/domain/automations/check.ts';
import type { RunStatus } from '../../server/src/domain/automations/execution/state.ts';
import { type Chance, chanceOf } from './chance.ts';
import { createJudge, type Violation } from './verify.ts';
import { brokenDefinition, randomDefinition } from './random-definition.ts';
import { STARTS_AT } from './scope.ts';
import { createWorld, type Delivery, type Faults, type Job, type Transaction, type World } from './environment.ts';

export type Played = { log: string[]; tally: Map<string, number>; steps: number; status: RunStatus; violations: Violation[] };

const MOST_TURNS = 100_000;
const HOUR_MS = 3_600_000;

/** One run of one definition, from its first job until nothing is left to happen. All of it follows from the seed. */
export function play(seed: number, faults: Faults = {}): Played {
  const chance = chanceOf(seed);
  const isBroken = chance.happens(0.02);
  const definition = isBroken ? brokenDefinition(chance) : randomDefinition(chance);
  const judge = createJudge(definition);
  const mistakes = isBroken ? {} : checkDefinition(definition, 'own');
  if (Object.keys(mistakes).length > 0) judge.violate('check', JSON.stringify(mistakes));
  const world = createWorld(definition, chance, judge, faults);
  const fate = createFate(world, chance);
  let turns = 0;
  while (judge.violations.length === 0 && fate.turn()) if (++turns > MOST_TURNS) judge.violate('unending', `${turns} turns`);
  const { status, stepsDone } = world.state();
  if (judge.violations.length === 0 && (status === 'running' || status === 'waiting'))
    judge.violate('stuck', `${status} for ever`);
  return { log: world.log, tally: world.tally, steps: stepsDone, status, violations: judge.violations };
}

type Happening = { atMs: number; what: 'reply' | 'cancel' };

/** What the world does to a run: delivers late, twice and out of order, stops workers, moves the clock, lets people write. */
function createFate(world: World, chance: Chance) {
  const cancelling = chance.happens(0.08) ? 0.05 : 0;
  let happenings = firstHappenings(chance);
  let open: Transaction[] = [];
  let doubles: Delivery[] = [];
  let messages = 0;

  function deliver(delivery: Delivery): void {
    const transaction = world.begin(delivery);
    if (!transaction) return;
    if (chance.happens(0.1)) open.push(transaction);
    else if (!chance.happens(0.05)) commit(transaction);
  }

  /** A worker that stops after its commit has not said so: the same delivery comes again. */
  function commit(transaction: Transaction): void {
    const { job } = transaction;
    const wasWaiting = world.state().waitingFor === 'reply';
    world.commit(transaction);
    if (chance.happens(0.1)) doubles.push({ jobId: job.id, attempt: job.attempt });
    if (!wasWaiting && world.state().waitingFor === 'reply') expectReply();
    if (chance.happens(0.02)) happenings.push({ atMs: world.now(), what: 'reply' });
    if (chance.happens(cancelling)) happenings.push({ atMs: world.now(), what: 'cancel' });
  }

  /** In good time, at the very instant of the timeout, or too late. */
  function expectReply(): void {
    const wakeMs = world.state().wakeAt?.getTime() ?? world.now();
    const atMs = chance.pick([
      wakeMs,
      wakeMs + chance.below(HOUR_MS),
      world.now() + chance.below(Math.max(1, wakeMs - world.now())),
    ]);
    if (chance.happens(0.7)) happenings.push({ atMs, what: 'reply' });
  }

  function happen(): void {
    const due = happenings.filter(({ atMs }) => atMs <= world.now());
    happenings = happenings.filter(({ atMs }) => atMs > world.now());
    for (const { what } of due) {
      if (what === 'cancel') world.cancel();
      else world.receive({ kind: 'reply', ...chance.pick(replies), messageId: `m${++messages}` });
    }
  }

  /** To the next thing that is due, sometimes short of it, sometimes far beyond: a machine that slept. */
  function moveClock(next: number): void {
    const gap = Math.max(0, next - world.now());
    const jump = chance.happens(0.2) ? gap + chance.below(48 * HOUR_MS) : chance.happens(0.1) ? Math.floor(gap / 2) : gap;
    world.moveTo(world.now() + jump);
  }

  function takeOpen(): Transaction {
    const transaction = chance.pick(open);
    open = open.filter((one) => one !== transaction);
    return transaction;
  }

  function takeDouble(): Delivery {
    const double = chance.pick(doubles);
    doubles = doubles.filter((one) => one !== double);
    return double;
  }

  return {
    /** One thing happens. False: nothing is left that could. */
    turn(): boolean {
      happen();
      const jobs = [...world.jobs.values()];
      const due = jobs.filter(({ dueMs }) => dueMs <= world.now());
      const next = Math.min(...jobs.map(({ dueMs }) => dueMs), ...happenings.map(({ atMs }) => atMs));
      if (open.length > 0 && chance.happens(0.02)) open = [];
      else if (open.length > 0 && chance.happens(due.length > 0 ? 0.3 : 0.9)) commit(takeOpen());
      else if (doubles.length > 0 && chance.happens(0.2)) deliver(takeDouble());
      else if (jobs.length > 0 && chance.happens(0.03)) deliver(toDelivery(chance.pick(jobs)));
      else if (due.length > 0 && !chance.happens(0.02)) deliver(toDelivery(chance.pick(due)));
      else if (next !== Number.POSITIVE_INFINITY) moveClock(next);
      else return open.length > 0 || doubles.length > 0;
      return true;
    },
  };
}

const toDelivery = ({ id, attempt }: Job): Delivery => ({ jobId: id, attempt });

const replies = [
  { text: 'yes', buttonId: null },
  { text: 'Yes', buttonId: 'yes' },
  { text: '42', buttonId: null },
  { text: 'no thanks', buttonId: null },
  { text: null, buttonId: null },
];

function firstHappenings(chance: Chance): Happening[] {
  const at = () => STARTS_AT.getTime() + Math.floor(10 ** chance.between(0, 9.5));
  const unasked = Array.from({ length: chance.below(4) }, () => ({ atMs: at(), what: 'reply' as const }));
  return chance.happens(0.1) ? [...unasked, { atMs: at(), what: 'cancel' as const }] : unasked;
}
