import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, mapParallel, send } from '../security/client.ts';
import type { Environment } from './environment.ts';
import type { Tenant } from './tenant.ts';

const AT_ONCE = 40;
const ANSWER_WITHIN_MS = 20_000;
const ASK_AGAIN_MS = 200;
/** How long one request may be refused during the faults. */
const GIVE_UP_AFTER_MS = 180_000;

export type Accepted = { contactIds: Set<string>; repeatedRequests: number };

/**
 * Creates contacts at an even rate through all API processes. Repeats each request with its key until it is accepted, so that the accepted
 * ones are known exactly.
 */
export async function makeContacts(environment: Environment, tenant: Tenant, count: number, spanMs: number): Promise<Accepted> {
  const agents = environment.apis.map(() => new Agent({ keepAlive: true, maxSockets: AT_ONCE }));
  const accepted: Accepted = { contactIds: new Set(), repeatedRequests: 0 };
  const startedAt = Date.now();
  const numbers = Array.from({ length: count }, (_, i) => i);
  await mapParallel(numbers, AT_ONCE, async (i) => {
    await wait(Math.max(0, startedAt + (i * spanMs) / count - Date.now()));
    const key = randomUUID();
    const until = Date.now() + GIVE_UP_AFTER_MS;
    for (let turn = i; ; turn++) {
      const which = turn % environment.apis.length; // after a refusal the next one is tried
      const answer = await ask(`http://127.0.0.1:${environment.apis[which]?.port}`, agents[which], tenant.token, key, i);
      if (answer?.status === 201) return accepted.contactIds.add(idOf(answer));
      if (!mayRepeat(answer) || Date.now() > until) throw new Error(`contact ${i}: ${answer?.status} ${answer?.text}`);
      accepted.repeatedRequests++;
      await wait(ASK_AGAIN_MS);
    }
  });
  for (const agent of agents) agent.destroy();
  return accepted;
}

/** Returns undefined if the connection failed or the response timed out. */
const ask = (baseUrl: string, agent: Agent | undefined, token: string, key: string, i: number): Promise<Answer | undefined> =>
  Promise.race([
    send(
      baseUrl,
      { method: 'POST', path: '/v3/contacts', token, headers: { 'idempotency-key': key }, body: { firstName: `Contact ${i}` } },
      agent,
    ).catch(() => undefined),
    wait(ANSWER_WITHIN_MS, undefined, { ref: false }),
  ]);

const mayRepeat = (answer: Answer | undefined): boolean => !answer || answer.status >= 500 || answer.status === 409;

const idOf = ({ text }: Answer): string => (JSON.parse(text) as { data: { id: string } }).data.id;
