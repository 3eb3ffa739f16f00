import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, mapParallel, send } from '../security/client.ts';
import type { Person, Started } from './automations-people.ts';
import type { Owner } from './automations-tenant.ts';
import type { World } from './world.ts';

const AT_ONCE = 40;
const ANSWER_WITHIN_MS = 20_000;
const ASK_AGAIN_MS = 200;
const GIVE_UP_AFTER_MS = 120_000;

/** Makes a contact of everybody and starts a run for them, at an even pace. */
export async function startRuns(world: World, owner: Owner, people: Person[], spanMs: number): Promise<Started[]> {
  const startedAt = Date.now();
  return mapParallel([...people.entries()], AT_ONCE, async ([i, person]) => {
    await wait(Math.max(0, startedAt + (i * spanMs) / people.length - Date.now()));
    const { name, phone, order } = person;
    const made = await askFor(world, owner, i, '/v3/contacts', { firstName: name, phoneNumber: phone });
    const { id: contactId } = (JSON.parse(made) as { data: { id: string } }).data;
    await askFor(world, owner, i, `/v3/automations/${owner.automationId}/trigger`, { contactId, variables: { order } });
    return { ...person, contactId };
  });
}

/** Asks under one key until it is accepted, so that what was accepted is known exactly. */
async function askFor(world: World, { token }: Owner, i: number, path: string, body: object): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const until = Date.now() + GIVE_UP_AFTER_MS;
  for (let turn = i; ; turn++) {
    const { port } = world.apis[turn % world.apis.length] as { port: number }; // a client that is refused tries the next one
    const call = send(`http://127.0.0.1:${port}`, { method: 'POST', path, token, headers, body }).catch(() => undefined);
    const answer = await Promise.race([call, wait(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    if (answer && answer.status < 300) return answer.text;
    if (!mayRepeat(answer) || Date.now() > until) throw new Error(`POST ${path}: ${answer?.status} ${answer?.text}`);
    await wait(ASK_AGAIN_MS);
  }
}

const mayRepeat = (answer: Answer | undefined): boolean => !answer || answer.status >= 500 || answer.status === 409;
