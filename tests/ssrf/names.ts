import { createServer, type RequestListener } from 'node:http';
import type { Resolver } from '../../server/src/platform/guarded-agent.ts';
import { createSafeFetch, type PostOutcome } from '../../server/src/platform/safe-fetch.ts';
import type { Canary } from './canary.ts';
import { V4_TARGETS, V6_TARGETS } from './hosts.ts';

/** This loopback address represents the internet, 127.0.0.1 with the canary for the internal network. */
const INTERNET = '127.0.0.2';
const INSIDE = '127.0.0.1';
const PUBLIC = '8.8.8.8';
const ROUNDS = 50;
const REDIRECTS = [301, 302, 303, 307, 308];

export type Tally = { tried: number; complaints: string[] };

/** A name with an internal address is refused completely, even if it also has public ones. */
export async function tryNames(): Promise<Tally> {
  const inside = [...V4_TARGETS, ...V6_TARGETS].map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const lists = inside.flatMap((one) => [[one], [{ address: PUBLIC, family: 4 }, one], [one, { address: PUBLIC, family: 4 }]]);
  const complaints: string[] = [];
  for (const list of lists) {
    const outcome = await posting({ allowPrivate: false, resolve: async () => list }, 'http://hook.example/');
    if (!isBlocked(outcome)) complaints.push(`a name for ${list.map(({ address }) => address)}: ${JSON.stringify(outcome)}`);
  }
  return { tried: lists.length, complaints };
}

/** DNS rebinding: a name is resolved once per connection, and the address is pinned. */
export async function tryRebinding(canary: Canary): Promise<Tally> {
  const outside = await serve(canary.port, (_, response) => void response.writeHead(204, { connection: 'close' }).end());
  const complaints: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const safe = createSafeFetch({ allowPrivate: false, permits: (address) => address === INTERNET, resolve: alternating() });
    const post = () => safe.post({ url: `http://rebind.example:${canary.port}/`, headers: {}, body: '{}', owner: 't' });
    const [first, second] = [await post(), await post()];
    if (first.kind !== 'answered' || !isBlocked(second)) complaints.push(`rebinding: ${JSON.stringify([first, second])}`);
    await safe.close();
  }
  await outside.close();
  return { tried: ROUNDS, complaints };
}

/** Redirects are not followed. */
export async function tryRedirects(canary: Canary, locations: string[]): Promise<Tally> {
  let answer = { status: 301, location: '' };
  const outside = await serve(canary.port, (_, response) => {
    response.writeHead(answer.status, { location: answer.location }).end();
  });
  const safe = createSafeFetch({ allowPrivate: false, permits: (address) => address === INTERNET, resolve: always(INTERNET) });
  const complaints: string[] = [];
  let tried = 0;
  for (const location of locations.filter((url) => /^[\x21-\x7e]+$/.test(url))) {
    answer = { status: REDIRECTS[tried++ % REDIRECTS.length] ?? 301, location };
    const outcome = await safe.post({ url: `http://redirect.example:${canary.port}/`, headers: {}, body: '{}', owner: 't' });
    if (outcome.kind !== 'answered' || outcome.status !== answer.status)
      complaints.push(`redirect to ${location}: ${JSON.stringify(outcome)}`);
  }
  await safe.close();
  await outside.close();
  return { tried, complaints };
}

/** Counts the spellings that reach the canary without the guard. Otherwise no call would prove nothing. */
export async function countReaching(canary: Canary, urls: string[]): Promise<number> {
  const outcomes = await Promise.all(
    urls.map((url) => posting({ allowPrivate: true, connectTimeoutMs: 1_000, totalTimeoutMs: 2_000 }, url)),
  );
  const reached = outcomes.filter(({ kind }) => kind === 'answered').length;
  const heard = canary.connections();
  canary.forget();
  return Math.min(reached, heard);
}

async function posting(options: Parameters<typeof createSafeFetch>[0], url: string): Promise<PostOutcome> {
  const safe = createSafeFetch(options);
  const outcome = await safe.post({ url, headers: {}, body: '{}', owner: 't' });
  await safe.close();
  return outcome;
}

const isBlocked = (outcome: PostOutcome): boolean => outcome.kind === 'failed' && outcome.error === 'blocked_address';
const always =
  (address: string): Resolver =>
  async () => [{ address, family: 4 }];

function alternating(): Resolver {
  let asked = 0;
  return async () => [{ address: asked++ === 0 ? INTERNET : INSIDE, family: 4 }];
}

/** A server on the canary's port, at the address that represents the internet. */
async function serve(port: number, listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, INTERNET, resolve));
  return { close: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}
