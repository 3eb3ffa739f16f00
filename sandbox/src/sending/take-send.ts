import { setTimeout as wait } from 'node:timers/promises';
import { remember } from '../bounded.ts';
import type { Account, Environment } from '../environment.ts';
import { addressKey } from '../ids.ts';
import type { Send } from '../journal.ts';
import type { ErrorChoice } from '../knobs/knobs.ts';
import { addLine, type LineDetails } from '../people.ts';
import { noteOnWire, type WireEntry } from '../wire.ts';

/** A request to a provider's send endpoint. */
export type Attempt = {
  /** The recipient's address in the account. */
  to: string;
  alsoTo?: string[];
  body: unknown;
  /** What the phone of the person shows. */
  text: string;
  details?: LineDetails;
  key: string | null;
  ownId: string | null;
  statusUrl?: string;
  newVendorId: () => string;
  /** The provider's own reasons to refuse, checked after locks and rate limits. */
  refuse: () => Refusal | null;
  codes: { locked: number; tooFast: number; pairTooFast?: number };
  /** Returns true for codes that this provider sends only in a status. */
  comesLater?: (code: number) => boolean;
  /** This provider has no failed status: every error is in the response. */
  neverLater?: boolean;
};

export type Refusal = { code: number; details?: string; later?: boolean };

/** `failLater`: the message is accepted, and a failed status follows. */
export type Outcome =
  | { do: 'answer'; send: Send; failLater: number | null }
  | { do: 'replay'; answer: unknown; send: Send }
  | { do: 'refuse'; refusal: Refusal }
  | { do: 'hang' };

const MOST_ANSWERS = 200_000;

/** Decides the outcome of a send by the account's knobs, and records it. The caller writes the provider's response. */
export async function takeSend(environment: Environment, account: Account, attempt: Attempt): Promise<Outcome> {
  account.journal.called(environment.clock.now());
  const note = sendNote(environment, account, attempt);
  await takeTime(account);
  const first = account.knobs.honourIdempotencyKey && attempt.key !== null ? account.answers.get(attempt.key) : undefined;
  if (first) {
    account.journal.replayed();
    note('repeated');
    return { do: 'replay', ...first };
  }
  if (hangs(account, attempt)) {
    note('no_answer');
    return { do: 'hang' };
  }
  const refusal = whyRefused(account, attempt);
  if (refusal && !refusal.later) {
    account.journal.add(sendOf(environment, attempt, null, refusal.code));
    note('refused', { errorCode: refusal.code });
    return { do: 'refuse', refusal };
  }
  const send = sendOf(environment, attempt, attempt.newVendorId(), null);
  account.journal.add(send);
  note('accepted', { vendorId: send.vendorId });
  addLine(account.people.meet(attempt.to), {
    ...attempt.details,
    from: 'business',
    text: attempt.text,
    atMs: environment.clock.now(),
    vendorId: send.vendorId as string,
  });
  return { do: 'answer', send, failLater: refusal?.code ?? null };
}

/** Stores the response for repeats of the same key. Must run before the connection can be cut. */
export function saveAnswer(account: Account, send: Send, answer: unknown): void {
  if (send.idempotencyKey !== null) remember(account.answers, send.idempotencyKey, { answer, send }, MOST_ANSWERS);
}

/** Returns whether the connection of this accepted send is cut. */
export function cutsConnection(account: Account, { vendorId }: Send): boolean {
  const isCut = drawsCut(account);
  const entry = isCut && account.wire.findLast((one) => one.kind === 'send' && one.vendorId === vendorId);
  if (entry) entry.outcome = 'connection_cut';
  return isCut;
}

function drawsCut(account: Account): boolean {
  const drop = account.knobs.dropConnectionAfterAccept;
  if (typeof drop === 'number') return account.chance.happens('dropConnectionAfterAccept', drop);
  if (drop.next <= 0) return false;
  account.knobs.dropConnectionAfterAccept = { next: drop.next - 1 };
  return true;
}

/** Returns a function that writes the outcome of a send to the wire log, with the time since the request arrived. */
function sendNote(environment: Environment, account: Account, { to }: Attempt) {
  const startedAt = performance.now();
  return (outcome: WireEntry['outcome'], more: Partial<WireEntry> = {}) =>
    noteOnWire(environment, account, { kind: 'send', what: 'message', outcome, address: to, startedAt, ...more });
}

async function takeTime({ knobs, chance }: Account): Promise<void> {
  const [least, most] = typeof knobs.latencyMs === 'number' ? [knobs.latencyMs, knobs.latencyMs] : knobs.latencyMs;
  const ms = most > least ? least + chance.next('latencyMs') * (most - least) : least;
  if (ms > 0) await wait(ms, undefined, { ref: false });
}

function hangs({ knobs }: Account, attempt: Attempt): boolean {
  return knobs.hangFor.length > 0 && knobs.hangFor.some((who) => who === '*' || addressKey(who) === addressKey(attempt.to));
}

function whyRefused(account: Account, attempt: Attempt): Refusal | null {
  const { knobs, limits } = account;
  if (knobs.accountLocked) return { code: attempt.codes.locked };
  const ratePerSecond = rateOf(account);
  if (ratePerSecond !== null && !limits.take('all', Math.max(1, ratePerSecond), ratePerSecond)) {
    return { code: attempt.codes.tooFast };
  }
  const pair = attempt.codes.pairTooFast;
  if (pair && knobs.pairRate && !limits.take(`to:${attempt.to}`, knobs.pairRate.burst, 1 / knobs.pairRate.everySeconds)) {
    return { code: pair };
  }
  const refusal = attempt.refuse() ?? chosenError(account, attempt);
  if (refusal === null || attempt.neverLater) return refusal && { ...refusal, later: false };
  return attempt.comesLater?.(refusal.code) ? { ...refusal, later: true } : refusal;
}

function rateOf({ knobs, spec, definition }: Account): number | null {
  const own = definition.ratePerSecond?.(spec);
  return own === undefined ? knobs.ratePerSecond : Math.min(own, knobs.ratePerSecond ?? own);
}

function chosenError({ knobs, chance }: Account, attempt: Attempt): Refusal | null {
  const forPerson = Object.entries(knobs.errorFor).find(([who]) => addressKey(who) === addressKey(attempt.to))?.[1];
  if (forPerson !== undefined) return refusalOf(forPerson);
  return chance.happens('errorRate', knobs.errorRate) ? refusalOf(knobs.errorCode) : null;
}

const refusalOf = (choice: ErrorChoice): Refusal => (typeof choice === 'number' ? { code: choice } : choice);

const sendOf = (environment: Environment, attempt: Attempt, vendorId: string | null, errorCode: number | null): Send => ({
  vendorId,
  to: attempt.to,
  at: new Date(environment.clock.now()).toISOString(),
  body: attempt.body,
  idempotencyKey: attempt.key,
  ownId: attempt.ownId,
  accepted: vendorId !== null,
  errorCode,
  ...(attempt.statusUrl && { statusUrl: attempt.statusUrl }),
  ...(attempt.alsoTo?.length && { alsoTo: attempt.alsoTo }),
});
