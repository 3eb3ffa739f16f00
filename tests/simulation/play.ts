import { checkDefinition } from '../../server/src/domain/automations/check.ts';
import type { RunStatus } from '../../server/src/domain/automations/execution/state.ts';
import { type Chance, chanceOf } from './chance.ts';
import { createEnvironment, type Delivery, type Environment, type Faults, type Job, type Transaction } from './environment.ts';
import { brokenDefinition, randomDefinition } from './random-definition.ts';
import { STARTS_AT } from './scope.ts';
import { createVerifier, type Violation } from './verify.ts';

export type Played = { log: string[]; tally: Map<string, number>; steps: number; status: RunStatus; violations: Violation[] };

const MAX_TURNS = 100_000;
const HOUR_MS = 3_600_000;

/** Simulates one run of one definition from its first job until no work is left. Everything depends on the seed only. */
export function play(seed: number, faults: Faults = {}): Played {
  const chance = chanceOf(seed);
  const isBroken = chance.happens(0.02);
  const definition = isBroken ? brokenDefinition(chance) : randomDefinition(chance);
  const verify = createVerifier(definition);
  const errors = isBroken ? {} : checkDefinition(definition, 'own');
  if (Object.keys(errors).length > 0) verify.violate('check', JSON.stringify(errors));
  const environment = createEnvironment(definition, chance, verify, faults);
  const scheduler = createScheduler(environment, chance);
  let turns = 0;
  while (verify.violations.length === 0 && scheduler.turn())
    if (++turns > MAX_TURNS) verify.violate('unending', `${turns} turns`);
  const { status, stepsDone } = environment.state();
  if (verify.violations.length === 0 && (status === 'running' || status === 'waiting'))
    verify.violate('stuck', `${status} at the end`);
  return { log: environment.log, tally: environment.tally, steps: stepsDone, status, violations: verify.violations };
}

type Incident = { atMs: number; what: 'reply' | 'cancel' };

/** Delivers jobs late, twice and out of order, stops workers, moves the clock and sends messages of the contact. */
function createScheduler(environment: Environment, chance: Chance) {
  const cancelling = chance.happens(0.08) ? 0.05 : 0;
  let incidents = firstIncidents(chance);
  let open: Transaction[] = [];
  let duplicates: Delivery[] = [];
  let messages = 0;

  function deliver(delivery: Delivery): void {
    const transaction = environment.begin(delivery);
    if (!transaction) return;
    if (chance.happens(0.1)) open.push(transaction);
    else if (!chance.happens(0.05)) commit(transaction);
  }

  /** Commits. A worker that stops before it acknowledges gets the same delivery again. */
  function commit(transaction: Transaction): void {
    const { job } = transaction;
    const wasWaiting = environment.state().waitingFor === 'reply';
    environment.commit(transaction);
    if (chance.happens(0.1)) duplicates.push({ jobId: job.id, attempt: job.attempt });
    if (!wasWaiting && environment.state().waitingFor === 'reply') expectReply();
    if (chance.happens(0.02)) incidents.push({ atMs: environment.now(), what: 'reply' });
    if (chance.happens(cancelling)) incidents.push({ atMs: environment.now(), what: 'cancel' });
  }

  /** Schedules a reply in time, at the moment of the timeout, or too late. */
  function expectReply(): void {
    const wakeMs = environment.state().wakeAt?.getTime() ?? environment.now();
    const atMs = chance.pick([
      wakeMs,
      wakeMs + chance.below(HOUR_MS),
      environment.now() + chance.below(Math.max(1, wakeMs - environment.now())),
    ]);
    if (chance.happens(0.7)) incidents.push({ atMs, what: 'reply' });
  }

  function applyIncidents(): void {
    const due = incidents.filter(({ atMs }) => atMs <= environment.now());
    incidents = incidents.filter(({ atMs }) => atMs > environment.now());
    for (const { what } of due) {
      if (what === 'cancel') environment.cancel();
      else environment.receive({ kind: 'reply', ...chance.pick(replies), messageId: `m${++messages}` });
    }
  }

  /** Moves the clock to the next due time, sometimes less far, sometimes much further, as after a suspended machine. */
  function moveClock(next: number): void {
    const gap = Math.max(0, next - environment.now());
    const jump = chance.happens(0.2) ? gap + chance.below(48 * HOUR_MS) : chance.happens(0.1) ? Math.floor(gap / 2) : gap;
    environment.moveTo(environment.now() + jump);
  }

  function takeOpen(): Transaction {
    const transaction = chance.pick(open);
    open = open.filter((one) => one !== transaction);
    return transaction;
  }

  function takeDuplicate(): Delivery {
    const duplicate = chance.pick(duplicates);
    duplicates = duplicates.filter((one) => one !== duplicate);
    return duplicate;
  }

  return {
    /** Performs one action. Returns false when no work is left. */
    turn(): boolean {
      applyIncidents();
      const jobs = [...environment.jobs.values()];
      const due = jobs.filter(({ dueMs }) => dueMs <= environment.now());
      const next = Math.min(...jobs.map(({ dueMs }) => dueMs), ...incidents.map(({ atMs }) => atMs));
      if (open.length > 0 && chance.happens(0.02)) open = [];
      else if (open.length > 0 && chance.happens(due.length > 0 ? 0.3 : 0.9)) commit(takeOpen());
      else if (duplicates.length > 0 && chance.happens(0.2)) deliver(takeDuplicate());
      else if (jobs.length > 0 && chance.happens(0.03)) deliver(toDelivery(chance.pick(jobs)));
      else if (due.length > 0 && !chance.happens(0.02)) deliver(toDelivery(chance.pick(due)));
      else if (next !== Number.POSITIVE_INFINITY) moveClock(next);
      else return open.length > 0 || duplicates.length > 0;
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

function firstIncidents(chance: Chance): Incident[] {
  const at = () => STARTS_AT.getTime() + Math.floor(10 ** chance.between(0, 9.5));
  const unasked = Array.from({ length: chance.below(4) }, () => ({ atMs: at(), what: 'reply' as const }));
  return chance.happens(0.1) ? [...unasked, { atMs: at(), what: 'cancel' as const }] : unasked;
}
