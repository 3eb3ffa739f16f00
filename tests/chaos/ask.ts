import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, send } from '../security/client.ts';
import type { Environment } from './environment.ts';

const ANSWER_WITHIN_MS = 20_000;
const ASK_AGAIN_MS = 200;
const GIVE_UP_AFTER_MS = 120_000;

/**
 * POSTs with one idempotency key until it is accepted, so that the accepted requests are known exactly. Returns `data`. `turn` selects
 * the first API process; after a refusal the next one is tried.
 */
export async function askFor<Data = { id: string }>(
  environment: Environment,
  { token }: { token: string },
  path: string,
  body?: object,
  turn = 0,
): Promise<Data> {
  const headers = { 'idempotency-key': randomUUID() };
  const until = Date.now() + GIVE_UP_AFTER_MS;
  for (let i = turn; ; i++) {
    const { port } = environment.apis[i % environment.apis.length] as { port: number };
    const call = send(`http://127.0.0.1:${port}`, { method: 'POST', path, token, headers, body }).catch(() => undefined);
    const answer = await Promise.race([call, wait(ANSWER_WITHIN_MS, undefined, { ref: false })]);
    if (answer && answer.status < 300) return (JSON.parse(answer.text) as { data: Data }).data;
    if (!mayRepeat(answer) || Date.now() > until) throw new Error(`POST ${path}: ${answer?.status} ${answer?.text}`);
    await wait(ASK_AGAIN_MS);
  }
}

const mayRepeat = (answer: Answer | undefined): boolean =>
  !answer || answer.status >= 500 || answer.status === 409 || answer.status === 429;
