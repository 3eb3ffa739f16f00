import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { BenchEnvironment } from './environment.ts';
import { chatId, nameOf, PEOPLE, type Side, userId, wordsOf } from './inbox-side.ts';

export const actions = ['open', 'list', 'counts', 'search', 'find', 'reply'] as const;
export type Action = (typeof actions)[number];
export type Samples = Record<Action, number[]>;

/** A tenant with its people. `refused` counts answers that are neither 200 nor 201. */
export type World = {
  url: string;
  side: Side;
  tokens: string[];
  integration: string;
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
  return { url, side, tokens, integration, refused: 0, agent };
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
  if (response.statusCode >= 300 && world.refused++ === 0)
    console.log(`${method} ${path} answers ${response.statusCode} ${text.slice(0, 300)}`);
  return { ms, status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : { data: null } };
}

const random = (below: number): number => 1 + Math.floor(Math.random() * below);

const countQueries = (person: number) => [
  { query: 'eq(status,"open")' },
  { query: `and(eq(status,"open"),eq(assignedUserId,"${userId(person)}"))` },
  { query: 'and(eq(status,"open"),eq(isUnread,true))' },
];

const oneOf = (texts: string[]): string => texts[random(texts.length) - 1] ?? '';

/** Texts that people search for: common and rare words, numbers, beginnings of words, and two common words that never meet. */
function searchText({ messages }: Side): string {
  const n = random(messages);
  const { common, medium, rare, order } = wordsOf(n);
  const neverMet = `${common} ${wordsOf(n + 1).common} `;
  return oneOf([
    common,
    medium,
    rare,
    order,
    rare.slice(0, -1),
    `hello ${medium}`,
    `${rare} ${order}`,
    `where ${rare}`,
    neverMet,
  ]);
}

/** Parts of names that people search for: first and last names, both, beginnings, ends, and a name that nobody has. */
export function namePart({ chats }: Side): string {
  const { first, last } = nameOf(random(chats));
  return oneOf([first, last, `${first} ${last}`, last.slice(0, 3), last.slice(0, 5), last.slice(-5), `${last.slice(0, 4)}q`]);
}

/** A list shows no total: counts have a call of their own, which stops at 1,000. */
export const LIST_PAGE = { limit: 25, includeTotal: false };

/** Performs an action as one person. Returns its milliseconds: all calls that the screen waits for. */
export const perform: Record<Action, (world: World, token: string, person: number) => Promise<number>> = {
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
    return (await call(world, token, 'POST', '/v3/chats/search', { query, pagination: LIST_PAGE })).ms;
  },
  counts: async (world, token, person) =>
    (await call(world, token, 'POST', '/v3/chats/counts', { queries: countQueries(person) })).ms,
  search: async (world, token) => (await call(world, token, 'POST', '/v3/messages/search', { text: searchText(world.side) })).ms,
  async find(world, token) {
    const body = { search: namePart(world.side), pagination: LIST_PAGE };
    return (await call(world, token, 'POST', '/v3/chats/search', body)).ms;
  },
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
