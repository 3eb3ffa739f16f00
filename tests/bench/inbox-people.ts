import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { BenchEnvironment } from './environment.ts';
import { chatId, PEOPLE, type Side, userId, wordsOf } from './seed-inbox.ts';

export const actions = ['open', 'list', 'counts', 'search', 'reply'] as const;
export type Action = (typeof actions)[number];
export type Samples = Record<Action, number[]>;

/** A tenant with its people. `refused` counts answers that are neither 200 nor 201. */
export type World = {
  url: string;
  side: Side;
  tokens: string[];
  integration: string;
  countsBy: 'one call' | 'searches';
  refused: number;
  agent: Agent;
};

/** A person waits this long between two actions, on average. */
const THINK_MS = 1_000;

/**
 * Creates the tokens of the people. They are tokens of users; with sign-in for people they become session tokens, which have a request
 * budget of their own.
 */
export async function createWorld(environment: BenchEnvironment, url: string, side: Side): Promise<World> {
  const tokens: string[] = [];
  for (let n = 1; n <= PEOPLE; n++) tokens.push(await environment.tokenOf(side.tenantId, userId(n)));
  const integration = await environment.tokenOf(side.tenantId);
  const agent = new Agent({ connections: 2 * PEOPLE });
  const world: World = { url, side, tokens, integration, countsBy: 'one call', refused: 0, agent };
  const { status } = await call(world, integration, 'POST', '/v3/chats/counts', { queries: countQueries(1) });
  if (status !== 200) world.countsBy = 'searches';
  world.refused = 0;
  return world;
}

type Answer = { ms: number; status: number; body: { data: unknown } };

export async function call(world: World, token: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const startedAt = performance.now();
  const response = await request(world.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
    dispatcher: world.agent,
  });
  const text = await response.body.text();
  const ms = performance.now() - startedAt;
  if (response.statusCode >= 300 && world.refused++ === 0 && response.statusCode !== 405)
    console.log(`${method} ${path} answers ${response.statusCode} ${text.slice(0, 300)}`);
  return { ms, status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : { data: null } };
}

const random = (below: number): number => 1 + Math.floor(Math.random() * below);

const countQueries = (person: number) => [
  { query: 'eq(status,"open")' },
  { query: `and(eq(status,"open"),eq(assignedUserId,"${userId(person)}"))` },
  { query: 'and(eq(status,"open"),eq(isUnread,true))' },
];

/** Texts that people search for: common and rare words, numbers, and beginnings of words. */
function searchText({ messages }: Side): string {
  const { common, medium, rare, order } = wordsOf(random(messages));
  const texts = [common, medium, rare, order, rare.slice(0, -1), `hello ${medium}`, `${rare} ${order}`, `where ${rare}`];
  return texts[random(texts.length) - 1] ?? common;
}

/** Performs an action as one person. Returns its milliseconds: all calls that the screen waits for. */
const perform: Record<Action, (world: World, token: string, person: number) => Promise<number>> = {
  async open(world, token) {
    const id = chatId(random(world.side.chats));
    const calls = [
      call(world, token, 'GET', `/v3/chats/${id}`),
      call(world, token, 'POST', `/v3/chats/${id}/messages/search`, { pagination: { limit: 20 } }),
    ];
    return Math.max(...(await Promise.all(calls)).map(({ ms }) => ms));
  },
  async list(world, token, person) {
    const query = person % 2 === 0 ? 'eq(status,"open")' : `and(eq(status,"open"),eq(assignedUserId,"${userId(person)}"))`;
    return (await call(world, token, 'POST', '/v3/chats/search', { query, pagination: { limit: 25 } })).ms;
  },
  async counts(world, token, person) {
    const queries = countQueries(person);
    if (world.countsBy === 'one call') return (await call(world, token, 'POST', '/v3/chats/counts', { queries })).ms;
    const calls = queries.map(({ query }) => call(world, token, 'POST', '/v3/chats/search', { query, pagination: { limit: 1 } }));
    return Math.max(...(await Promise.all(calls)).map(({ ms }) => ms));
  },
  search: async (world, token) => (await call(world, token, 'POST', '/v3/messages/search', { text: searchText(world.side) })).ms,
  async reply(world, token) {
    const path = `/v3/chats/${chatId(random(world.side.chats))}/messages`;
    return (await call(world, token, 'POST', path, { text: 'It is on its way.', purpose: 'service' })).ms;
  },
};

/** Lets people work until a time, each one action after the other with pauses. */
export async function work(world: World, people: number, endsAt: number): Promise<Samples> {
  const samples = Object.fromEntries(actions.map((action) => [action, [] as number[]])) as Samples;
  const person = async (n: number) => {
    await wait(Math.random() * THINK_MS);
    for (let i = n; performance.now() < endsAt; i++) {
      const action = actions[i % actions.length] as Action;
      samples[action].push(await perform[action](world, world.tokens[n % world.tokens.length] ?? '', (n % PEOPLE) + 1));
      await wait(Math.random() * 2 * THINK_MS);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, n) => person(n)));
  return samples;
}

/** An integration that reads chats at a constant rate. */
export async function integrate(world: World, perSecond: number, endsAt: number): Promise<void> {
  const pending = new Set<Promise<unknown>>();
  for (let at = performance.now(); at < endsAt; at += 1_000 / perSecond) {
    await wait(Math.max(0, at - performance.now()));
    const one = call(world, world.integration, 'GET', `/v3/chats/${chatId(random(world.side.chats))}`).finally(() =>
      pending.delete(one),
    );
    pending.add(one);
  }
  await Promise.all(pending);
}
