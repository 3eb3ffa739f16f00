import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { Connected } from '../../sandbox/src/index.ts';
import { words } from './automations-definition.ts';
import { answerOf, type Person, reasonOf } from './automations-people.ts';
import type { Provider } from './send-provider.ts';

/** A message that reached somebody. */
export type Reached = { phone: string; text: string };

/** Everybody's phones: they read, and answer as each one's fate has it. */
export type Phones = {
  /** All that has reached anybody, as often as it did. */
  reached: Reached[];
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = 150;
const MOST_AT_ONCE = 10_000;

export function answerPhones({ url }: Provider, { accountId }: Connected, people: Person[]): Phones {
  const account = `${url}/_sandbox/accounts/${accountId}`;
  const questions = new Map(people.flatMap(questionsTo));
  const reached: Reached[] = [];
  const thinking = new Set<Promise<void>>();
  let seen = 0;
  let isOver = false;
  const look = async () => {
    const sends = await readSent(account, seen);
    seen += sends.length;
    for (const { to, accepted, body } of sends) {
      if (!accepted) continue;
      reached.push({ phone: to, text: body.Body });
      const reply = questions.get(`${to} ${body.Body}`);
      if (!reply) continue;
      questions.delete(`${to} ${body.Body}`); // nobody answers twice
      thinking.add(heldBack(wait(reply.afterMs).then(() => write(account, to, reply.text))));
    }
  };
  const lookAgainAndAgain = async () => {
    while (!isOver) {
      await look();
      await wait(LOOK_EVERY_MS);
    }
  };
  const looking = heldBack(lookAgainAndAgain());
  return {
    reached,
    async stop() {
      isOver = true;
      await looking;
      await look();
      await Promise.all(thinking);
    },
  };
}

/** What goes wrong is told to whoever waits for it in the end. */
function heldBack(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

type Reply = { text: string; afterMs: number };

/** The questions this person will answer, by the words in which they are asked. */
function questionsTo(person: Person): [string, Reply][] {
  const { phone, order, fate, answerAfterMs, reasonAfterMs } = person;
  if (fate === 'silent') return [];
  const asked: [string, Reply] = [`${phone} ${words.ask(order)}`, { text: answerOf(person), afterMs: answerAfterMs }];
  if (reasonAfterMs === null) return [asked];
  return [asked, [`${phone} ${words.why(answerOf(person))}`, { text: reasonOf(person), afterMs: reasonAfterMs }]];
}

type Sent = { to: string; accepted: boolean; body: { Body: string } };

async function readSent(account: string, offset: number): Promise<Sent[]> {
  const answer = await request(`${account}/sent?offset=${offset}&limit=${MOST_AT_ONCE}`);
  return ((await answer.body.json()) as { sends: Sent[] }).sends;
}

async function write(account: string, from: string, text: string): Promise<void> {
  const { statusCode, body } = await request(`${account}/phone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, text }),
  });
  const said = await body.text();
  if (statusCode !== 200) throw new Error(`${from} could not write: ${statusCode} ${said}`);
}
