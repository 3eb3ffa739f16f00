import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { Connected } from '../../sandbox/src/index.ts';
import type { Accepted } from '../chaos/send-load.ts';
import type { Sender } from '../chaos/send-tenant.ts';
import { send } from '../security/client.ts';
import type { Outside } from './installation.ts';

const LANES = 6;
const PAUSE_MS = 60;
const RETRY_MS = 500;
const ANSWER_WITHIN_MS = 20_000;
/** How long a caller repeats a request: longer than a restore takes. */
const GIVE_UP_AFTER_MS = 400_000;

/** An acknowledged write. `askedAt`, `answeredAt`: around its commit. */
export type Write = { id: string; askedAt: number; answeredAt: number };

export type Load = {
  contacts: Write[];
  messages: (Write & Accepted)[];
  /** Inbound texts that were given to the providers. */
  written: string[];
  /** Sends one message to every chat at once. */
  burst(): Promise<void>;
  stop(): Promise<void>;
};

/** Creates contacts, sends messages and lets contacts write, until it is stopped. Each request is repeated with its key until it is accepted. */
export function startLoad({ gate, provider }: Outside, { token, chats, channels }: Sender): Load {
  let isRunning = true;
  const load: Load = { contacts: [], messages: [], written: [], burst, stop };
  const create = async () => {
    const firstName = `Contact ${randomUUID()}`;
    load.contacts.push(await persist(gate.url, token, '/v3/contacts', { firstName }));
  };
  const sendTo = async (chat: Sender['chats'][number] | undefined) => {
    if (!chat) return;
    const text = `Message ${randomUUID()}`;
    const write = await persist(gate.url, token, `/v3/chats/${chat.id}/messages`, { text });
    load.messages.push({ ...write, name: chat.kind === 'instagram' ? text : write.id });
  };
  const writing = channels.filter(({ kind }) => kind === 'whatsapp' || kind === 'sms');
  const lane = async (number: number) => {
    for (let turn = number; isRunning; turn++, await wait(PAUSE_MS)) {
      if (turn % 3 === 0) await create();
      if (turn % 3 === 1) await sendTo(chats[(turn * 7 + number) % chats.length]);
      if (turn % 3 === 2) load.written.push(await write(provider.url, writing[turn % writing.length] as Connected, turn));
    }
  };
  const lanes = Array.from({ length: LANES }, (_, number) => lane(number));
  async function burst() {
    await Promise.all(chats.map(sendTo));
  }
  async function stop() {
    isRunning = false;
    await Promise.all(lanes);
  }
  return load;
}

/** Repeats a request with its key until it is accepted, as a client should. */
async function persist(url: string, token: string, path: string, body: object): Promise<Write> {
  const headers = { 'idempotency-key': randomUUID() };
  for (const until = Date.now() + GIVE_UP_AFTER_MS; ; await wait(RETRY_MS)) {
    const askedAt = Date.now();
    const answer = await Promise.race([
      send(url, { method: 'POST', path, token, headers, body }).catch(() => undefined),
      wait(ANSWER_WITHIN_MS, undefined, { ref: false }),
    ]);
    if (answer?.status === 201)
      return { id: (JSON.parse(answer.text) as { data: { id: string } }).data.id, askedAt, answeredAt: Date.now() };
    const mayRepeat = answer === undefined || answer.status === 429 || answer.status >= 500 || answer.status === 409;
    if (!mayRepeat || Date.now() > until) throw new Error(`${path}: ${answer?.status} ${answer?.text.slice(0, 300)}`);
  }
}

/** A contact writes. The provider calls until it is answered with 200. */
async function write(providerUrl: string, { accountId }: Connected, turn: number): Promise<string> {
  const text = `In-${randomUUID()}`;
  const answer = await request(`${providerUrl}/_sandbox/accounts/${accountId}/emit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ updates: [{ message: { from: `+1212${5_550_000 + (turn % 20)}`, text } }] }),
  });
  const problem = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`emit: ${answer.statusCode} ${problem}`);
  return text;
}
