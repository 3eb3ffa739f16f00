import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { mapParallel, send } from '../security/client.ts';
import type { SendEnvironment } from './send-environment.ts';
import type { Watch } from './send-standstill.ts';
import type { Sender } from './send-tenant.ts';

/** An accepted message. `name`: how the provider identifies it, our id or its text. */
export type Accepted = { id: string; name: string };

const AT_ONCE = 40;
/** The service is unavailable, or the tenant exceeds its share of the database. */
const RETRIED: ReadonlySet<number> = new Set([429, 503]);
const TRIES = 240;
const RETRY_MS = 500;

/** The maximum of open messages: a slow machine gets no longer queue than a fast one. */
const MOST_OPEN = 200;
const LOOK_AGAIN_MS = 100;

/** Sends messages at an even rate, or as fast as they are settled, to all chats in turn. Each has a different text. */
export async function sendMessages(
  environment: SendEnvironment,
  sender: Sender,
  count: number,
  spanMs: number,
  watch?: Watch,
): Promise<Accepted[]> {
  const startedAt = Date.now();
  const numbers = Array.from({ length: count }, (_, i) => i);
  return mapParallel(numbers, AT_ONCE, async (i) => {
    await wait(Math.max(0, startedAt + (i * spanMs) / count - Date.now()));
    while (watch && i - watch.settled() >= MOST_OPEN) await wait(LOOK_AGAIN_MS);
    const chat = sender.chats[i % sender.chats.length];
    const text = `Message ${i} ${randomUUID()}`;
    const answer = await ask(environment, i, { path: `/v3/chats/${chat?.id}/messages`, token: sender.token, body: { text } });
    const { id } = (JSON.parse(answer) as { data: { id: string } }).data;
    return { id, name: chat?.kind === 'instagram' ? text : id };
  });
}

/** Sends a request as a client should: repeats it with the same key while the service is unavailable. */
async function ask(
  environment: SendEnvironment,
  i: number,
  call: { path: string; token: string; body: object },
): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const baseUrl = `http://127.0.0.1:${environment.apis[i % environment.apis.length]?.port}`;
  for (let tries = 1; ; tries++) {
    const answer = await send(baseUrl, { method: 'POST', ...call, headers }).catch((error: Error) => error);
    if ('status' in answer && answer.status === 201) return answer.text;
    const mayRepeat = !('status' in answer) || RETRIED.has(answer.status);
    if (!mayRepeat || tries === TRIES) throw new Error(`message ${i}: ${JSON.stringify(answer)}`);
    await wait(RETRY_MS);
  }
}
