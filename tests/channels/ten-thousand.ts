import { setTimeout as wait } from 'node:timers/promises';
import { seeded } from '../chaos/random.ts';
import { mapParallel } from '../security/client.ts';
import { until } from './api.ts';
import type { Environment, Line, Tenant } from './environment.ts';
import { followEvents } from './feed.ts';
import type { Result } from './result.ts';
import { pendingJobs } from './storm/counts.ts';
import { gather } from './storm/gather.ts';
import { type Post, planMessages, planPosts, planReports, repeatedIn } from './storm/plan.ts';
import { postAll } from './storm/post.ts';
import { createRankWatch } from './storm/ranks.ts';
import { type Sent, verify } from './storm/verdict.ts';

const { COUNT = '10000', SEED = String(Math.floor(Math.random() * 1e9)) } = process.env;
const count = Number(COUNT);
const senders = Math.max(20, Math.round(count * 0.07));
/** Contacts that get replies: they wrote first, so that their window is open. */
const answered = Math.max(10, Math.round(senders / 4));
const answers = Math.round(count / 5);

const FEED = ['message.received', 'message.sent', 'message.updated', 'chat.created', 'contact.created'];
/** Some outbound messages are polled while their statuses arrive. */
const WATCH_EVERY = 50;
const LOOK_EVERY_MS = 10;

/**
 * Ten thousand messages of seven hundred contacts, in callbacks of random size that arrive concurrently, repeated and in any order, among
 * statuses of two thousand outbound messages: everything is stored once, and no status falls.
 */
export async function tenThousand(environment: Environment): Promise<Result> {
  console.log(`ten thousand: SEED=${SEED} COUNT=${COUNT} senders=${senders} answers=${answers}`);
  const random = seeded(Number(SEED));
  const tenant = await environment.newTenant();
  const line = await tenant.channel('whatsapp', { ratePerSecond: 10_000 });
  await line.phone.turn({ statuses: [], enforceWindow: false });
  const feed = await followEvents(tenant.api, FEED);
  const written = planMessages(random, count, senders, new Date());
  const first = written.slice(0, answered);
  const account = await line.phone.account();
  const post = (posts: Post[]) => postAll(environment.servers, line.channelId, account, posts);
  await post(first.map((one) => ({ updates: [{ written: one }], twice: 'no', server: 0 })));
  const sent = await answer(tenant, line);
  const reported = planReports(random, sent, new Date());
  const posts = planPosts(random, { written: written.slice(answered), alreadyKept: first, reported });
  console.log(`  callbacks=${posts.length} repeated=${repeatedIn(posts).size} statuses=${reported.length}`);

  const stopwatch = startStopwatch();
  const falls = watchFalls(tenant, sent);
  const { refused, retried } = await post(posts);
  stopwatch('posted');
  await untilDone(environment, tenant, (jobs) => jobs.process_inbound === undefined);
  stopwatch('kept');
  const fallsSeen = await falls.end();
  await untilDone(environment, tenant, (jobs) => Object.keys(jobs).length === 0);
  stopwatch('told');
  const found = await gather(environment.pool, tenant, feed, count);
  stopwatch('read');
  console.log(`  ${stopwatch.times()}, ${retried} callbacks posted again`);
  return verify(found, { written, sent, reported, refused, fallsSeen });
}

const untilDone = (environment: Environment, tenant: Tenant, isDone: (jobs: Record<string, number>) => boolean) =>
  until(() => pendingJobs(environment.pool, tenant.id), isDone, 120_000);

/** Replies to the first contacts, many times each, and waits until WhatsApp has accepted all messages. */
async function answer({ api }: Tenant, { phone }: Line): Promise<Sent[]> {
  const chats = await until(
    () => api.all('/v3/chats/search'),
    (found) => found.length === answered,
  );
  const texts = Array.from({ length: answers }, (_, i) => ({
    chatId: chats[i % chats.length].id as string,
    text: `Answer ${i}`,
  }));
  await mapParallel(texts, 16, ({ chatId, text }) => api.post(`/v3/chats/${chatId}/messages`, { text }));
  await until(
    () => phone.summary(),
    ({ accepted }) => accepted >= answers,
    120_000,
  );
  const numbered = (await phone.sent()).map((one) => ({ ...one, number: Number(one.body.text.body.split(' ')[1]) }));
  const inOrder = numbered.toSorted((a, b) => a.number - b.number); // so that one seed gives the same statuses
  return inOrder.map(({ vendorId, ownId }) => ({ vendorId: vendorId ?? '', ownId: ownId ?? '' }));
}

/** Polls some outbound messages: a status never falls. */
function watchFalls({ api }: Tenant, sent: Sent[]): { end(): Promise<number> } {
  const watched = sent.filter((_, i) => i % WATCH_EVERY === 0);
  const seen = createRankWatch();
  let isOver = false;
  const look = async () => {
    for (let i = 0; !isOver; i++) {
      seen.see(await api.get(`/v3/messages/${watched[i % watched.length]?.ownId}`));
      await wait(LOOK_EVERY_MS);
    }
    return seen.falls();
  };
  const looking = look();
  looking.catch(() => undefined); // reported when it ends
  return {
    end() {
      isOver = true;
      return looking;
    },
  };
}

/** Times of the phases, in milliseconds since the start. */
function startStopwatch() {
  const startedAt = Date.now();
  const times: string[] = [];
  const note = (what: string) => void times.push(`${what} in ${Date.now() - startedAt} ms`);
  return Object.assign(note, { times: () => times.join(', ') });
}
