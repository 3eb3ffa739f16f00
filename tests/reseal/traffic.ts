import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../security/client.ts';
import type { Seeded } from './seed.ts';

const CALLERS = 4;
/** Leaves time for the processes that start: the machine has few cores. */
const BETWEEN_CALLS_MS = 5;

/** The addresses of the processes that take requests. */
export type Fleet = { urls: string[] };
export type Traffic = { requests: number; failed: string[]; stop(): Promise<void> };

type Replay = { path: string; key: string; text: string };
type Caller = { fleet: Fleet; seeded: Seeded; traffic: Traffic; replays: Replay[]; own<T>(list: T[]): T };

/**
 * Calls the API without a pause: replaces secrets, rotates secrets of webhooks, changes settings of channels, and repeats calls whose
 * stored answer must be opened. Each caller has rows of its own, so that it knows what was stored last.
 */
export function startTraffic(fleet: Fleet, seeded: Seeded): Traffic {
  let isRunning = true;
  const traffic: Traffic = { requests: 0, failed: [], stop: async () => undefined };
  const callers = Array.from({ length: CALLERS }, async (_, place) => {
    const own = <T>(list: T[]): T => list[randomInt(Math.floor(list.length / CALLERS)) * CALLERS + place] as T;
    const caller: Caller = { fleet, seeded, traffic, replays: [], own };
    while (isRunning)
      for (const act of [replaceSecret, replaceSecret, rotateWebhook, changeChannel, repeatCall]) await act(caller);
  });
  traffic.stop = async () => {
    isRunning = false;
    await Promise.all(callers);
  };
  return traffic;
}

/** Makes a call at any process. Returns its text, or undefined if it failed. */
async function call(
  { fleet, seeded, traffic }: Caller,
  method: string,
  path: string,
  body: unknown,
  key?: string,
): Promise<string | undefined> {
  traffic.requests++;
  await wait(BETWEEN_CALLS_MS);
  const url = fleet.urls[randomInt(fleet.urls.length)] as string;
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const answer = await send(url, { method, path, token: seeded.tenant.token, body, headers }).catch((error: Error) => error);
  if (!(answer instanceof Error) && answer.status < 300) return answer.text;
  traffic.failed.push(
    `${method} ${path}: ${answer instanceof Error ? answer.message : `${answer.status} ${answer.text.slice(0, 300)}`}`,
  );
  return undefined;
}

async function replaceSecret(caller: Caller): Promise<void> {
  const id = caller.own(caller.seeded.secrets);
  const value = `replaced ${randomUUID()}`;
  if (await call(caller, 'PUT', `/v3/secrets/${id}`, { value }))
    caller.seeded.expected.set(`secrets.sealed_value secrets:${id}`, value);
}

async function rotateWebhook(caller: Caller): Promise<void> {
  const id = caller.own(caller.seeded.webhooks);
  const { expected } = caller.seeded;
  const [path, key] = [`/v3/api_webhooks/${id}/rotate_secret`, randomUUID()];
  const text = await call(caller, 'POST', path, { overlapHours: 48 }, key);
  if (text === undefined) return;
  const label = `webhooks:${id}`;
  expected.set(`webhooks.sealed_previous_secret ${label}`, expected.get(`webhooks.sealed_secret ${label}`) ?? '');
  expected.set(`webhooks.sealed_secret ${label}`, (JSON.parse(text) as { data: { secret: string } }).data.secret);
  caller.replays.push({ path, key, text });
}

/** The server opens the stored secrets and seals them again. */
async function changeChannel(caller: Caller): Promise<void> {
  const id = caller.own(caller.seeded.channels);
  const from = `+1555${randomInt(1_000_000, 9_999_999)}`;
  await call(caller, 'PUT', `/v3/channels/${id}`, { settings: { from } });
}

/** A repeated call gets the stored answer, which was sealed with any of the keys. */
async function repeatCall(caller: Caller): Promise<void> {
  const { path, key, text } = caller.replays[randomInt(Math.max(1, caller.replays.length))] ?? {};
  if (path === undefined) return;
  const again = await call(caller, 'POST', path, { overlapHours: 48 }, key);
  if (again !== undefined && again !== text) caller.traffic.failed.push(`POST ${path}: the repeated call got another answer`);
}
