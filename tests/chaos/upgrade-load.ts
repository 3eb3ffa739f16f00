import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../security/client.ts';

const LANES = 6;
const PAUSE_MS = 40;

export type Load = { requests: number; failed: number; contactIds: Set<string>; messageIds: Set<string> };
export type RunningLoad = { load: Load; stop(): Promise<void> };

/** Creates contacts, sends messages and searches until it is stopped. No request is repeated: every failure counts. */
export function startLoad(baseUrl: string, token: string, chatIds: string[]): RunningLoad {
  const load: Load = { requests: 0, failed: 0, contactIds: new Set(), messageIds: new Set() };
  let isRunning = true;
  const call = async (path: string, body: object): Promise<string | undefined> => {
    load.requests++;
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await send(baseUrl, { method: 'POST', path, token, headers, body }).catch((error: Error) => error);
    const isAccepted = !(answer instanceof Error) && answer.status < 300;
    if (isAccepted) return (JSON.parse(answer.text) as { data: { id?: string } }).data.id;
    load.failed++;
    if (load.failed <= 10)
      console.error(
        `  request failed: ${path}: ${answer instanceof Error ? answer.message : `${answer.status} ${answer.text.slice(0, 300)}`}`,
      );
    return undefined;
  };
  const lane = async (number: number) => {
    for (let turn = number; isRunning; turn++, await wait(PAUSE_MS)) {
      if (turn % 3 === 0) add(load.contactIds, await call('/v3/contacts', { firstName: `Contact ${turn}` }));
      if (turn % 3 === 1) {
        const chatId = chatIds[turn % chatIds.length];
        add(load.messageIds, await call(`/v3/chats/${chatId}/messages`, { text: `Message ${number}-${turn}` }));
      }
      if (turn % 3 === 2) await call('/v3/chats/search', { pagination: { limit: 20 } });
    }
  };
  const lanes = Array.from({ length: LANES }, (_, number) => lane(number));
  return {
    load,
    async stop() {
      isRunning = false;
      await Promise.all(lanes);
    },
  };
}

const add = (ids: Set<string>, id: string | undefined): void => void (id !== undefined && ids.add(id));
