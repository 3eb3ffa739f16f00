import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { Connected } from '../../sandbox/src/index.ts';
import { answerOf, type Contact, reasonOf } from './automations-contacts.ts';
import { messages } from './automations-definition.ts';
import type { Provider } from './send-provider.ts';

/** A message that a contact received. */
export type Received = { phone: string; text: string };

/** The phones of the contacts, which read messages and reply. */
export type Phones = {
  /** All received messages, with duplicates. */
  received: Received[];
  stop(): Promise<void>;
};

const POLL_INTERVAL_MS = 150;
const PAGE_SIZE = 10_000;

export function answerPhones({ url }: Provider, { accountId }: Connected, contacts: Contact[]): Phones {
  const account = `${url}/_sandbox/accounts/${accountId}`;
  const questions = new Map(contacts.flatMap(questionsTo));
  const received: Received[] = [];
  const replying = new Set<Promise<void>>();
  let seen = 0;
  let isStopped = false;
  const poll = async () => {
    const sends = await readSent(account, seen);
    seen += sends.length;
    for (const { to, accepted, body } of sends) {
      if (!accepted) continue;
      received.push({ phone: to, text: body.Body });
      const reply = questions.get(`${to} ${body.Body}`);
      if (!reply) continue;
      questions.delete(`${to} ${body.Body}`); // each question gets one reply
      replying.add(handled(wait(reply.afterMs).then(() => write(account, to, reply.text))));
    }
  };
  const pollUntilStopped = async () => {
    while (!isStopped) {
      await poll();
      await wait(POLL_INTERVAL_MS);
    }
  };
  const polling = handled(pollUntilStopped());
  return {
    received,
    async stop() {
      isStopped = true;
      await polling;
      await poll();
      await Promise.all(replying);
    },
  };
}

/** Marks a rejection as handled. The error is thrown to the caller that awaits the promise. */
function handled(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

type Reply = { text: string; afterMs: number };

/** Returns the questions that this contact answers, by phone number and text. */
function questionsTo(contact: Contact): [string, Reply][] {
  const { phone, order, behaviour, answerAfterMs, reasonAfterMs } = contact;
  if (behaviour === 'silent') return [];
  const asked: [string, Reply] = [`${phone} ${messages.ask(order)}`, { text: answerOf(contact), afterMs: answerAfterMs }];
  if (reasonAfterMs === null) return [asked];
  return [asked, [`${phone} ${messages.why(answerOf(contact))}`, { text: reasonOf(contact), afterMs: reasonAfterMs }]];
}

type Sent = { to: string; accepted: boolean; body: { Body: string } };

async function readSent(account: string, offset: number): Promise<Sent[]> {
  const answer = await request(`${account}/sent?offset=${offset}&limit=${PAGE_SIZE}`);
  return ((await answer.body.json()) as { sends: Sent[] }).sends;
}

async function write(account: string, from: string, text: string): Promise<void> {
  const { statusCode, body } = await request(`${account}/phone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, text }),
  });
  const responseText = await body.text();
  if (statusCode !== 200) throw new Error(`sending a reply from ${from} failed: ${statusCode} ${responseText}`);
}
