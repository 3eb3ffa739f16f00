import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, envelope, mapParallel } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { createTenant, type Fleet } from './fleet.ts';

const KEYS = Number(process.env.KEYS ?? 50);
const REQUESTS_EACH = 200;
const KEYS_AT_A_TIME = 2;
/** Repeats of a completed request: none may get "in progress". */
const REPEATS = 50;
const RETRY_MS = 150;
const TRIES = 200;

type Counts = { retriedBusy: number; retriedBroken: number; answered: number };

/** Two hundred clients send the same request with one key through all processes, and one process is killed. */
export async function checkSameKey(environment: Environment, fleet: Fleet) {
  const tenant = await createTenant(environment, 'enterprise', 10_000_000);
  const counts: Counts = { retriedBusy: 0, retriedBroken: 0, answered: 0 };
  const post = (key: string, index: number, firstName = key) => {
    const headers = { 'idempotency-key': key };
    const call = { method: 'POST', path: '/v3/contacts', token: tenant.accessToken, headers, body: { firstName } };
    return retrying(fleet, index, counts, call);
  };
  const keys = Array.from({ length: KEYS }, (_, i) => `key-${i}`);
  const [answers] = await Promise.all([
    mapParallel(keys, KEYS_AT_A_TIME, (key) => Promise.all(numbers(REQUESTS_EACH).map((i) => post(key, i)))),
    killHalfway(fleet, counts),
  ]);
  const busyBefore = counts.retriedBusy;
  await Promise.all(numbers(REPEATS).map((i) => post('key-0', i)));
  const finished409 = counts.retriedBusy - busyBefore;
  const reused = await mapParallel(keys, 8, (key) => post(key, 0, 'another body'));
  const { rows } = await environment.superuser.query('select count(*)::int as n from contacts where tenant_id = $1', [
    tenant.tenantId,
  ]);
  return verify({ answers, reused, counts, effects: rows[0].n as number, finished409 });
}

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** Kills a process without a shutdown. */
async function killHalfway({ processes }: Fleet, counts: Counts): Promise<void> {
  while (counts.answered < (KEYS * REQUESTS_EACH) / 2) await wait(5);
  await processes.at(-1)?.kill();
}

type Outcome = { answers: Answer[][]; reused: Answer[]; counts: Counts; effects: number; finished409: number };

function verify({ answers, reused, counts, effects, finished409 }: Outcome) {
  const figures = {
    keys: KEYS,
    requests: KEYS * REQUESTS_EACH,
    effects,
    mismatched: answers.reduce((sum, same) => sum + mismatched(same), 0),
    notReplayed: answers.filter((same) => same.filter(isFirst).length > 1).length,
    otherBody422: reused.filter(isReused).length,
    finished409,
    killed: 1,
    brokenConnections: counts.retriedBroken,
    inProgress409: counts.retriedBusy,
  };
  const once = effects === KEYS && figures.mismatched + figures.notReplayed + finished409 === 0;
  return { figures, kept: once && figures.otherBody422 === KEYS && counts.retriedBroken > 0 };
}

const isFirst = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === undefined;
const isReused = ({ status, text }: Answer): boolean =>
  status === 422 && envelope(text)?.error?.messageKey === 'idempotency_key_reused';

/** Responses that differ from the most frequent one, or are no success. */
const mismatched = (answers: Answer[]): number =>
  answers.filter(({ status, text }) => status !== 201 || text !== answers[0]?.text).length;

/** Retries as a client should: after a failed connection on another process, and after "in progress". */
async function retrying(fleet: Fleet, index: number, counts: Counts, call: Parameters<Fleet['send']>[1]): Promise<Answer> {
  for (let i = 0; i < TRIES; i++) {
    const answer = await fleet.send(index + i, call).catch(() => undefined);
    if (answer && !isBusy(answer)) {
      counts.answered++;
      return answer;
    }
    if (answer) counts.retriedBusy++;
    else counts.retriedBroken++;
    await wait(RETRY_MS * (1 + Math.random()));
  }
  throw new Error('No answer after every try');
}

const isBusy = ({ status, text }: Answer): boolean =>
  status === 409 && envelope(text)?.error?.messageKey === 'idempotency_in_progress';
