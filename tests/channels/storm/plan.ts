import type { Random } from '../../chaos/random.ts';
import { makePeople, type Name, type Person } from './people.ts';

export type Written = { vendorId: string; person: Person; name: Name; atSeconds: number; text: string };
export type Reported = { vendorId: string; ownId: string; status: Status; atSeconds: number };
export type Status = 'sent' | 'delivered' | 'read' | 'failed';
export type Update = { written: Written } | { reported: Reported };

const SIX_HOURS_SECONDS = 6 * 3600;
const ONE_MINUTE_SECONDS = 60;
const LARGEST_CALLBACK = 1000;
/** The share of repeated messages. */
const REPEATED = 0.2;

/** Every contact writes at least once; the rest is random. */
export function planMessages(random: Random, count: number, senders: number, now: Date): Written[] {
  const people = makePeople(random, senders);
  const nowSeconds = Math.floor(now.getTime() / 1000);
  return Array.from({ length: count }, (_, i) => {
    const person = people[i < senders ? i : random.below(senders)] as Person;
    const ago = random.below(2) === 0 ? SIX_HOURS_SECONDS : ONE_MINUTE_SECONDS;
    return {
      vendorId: `wamid.${i}`,
      person,
      name: person.names[random.below(person.names.length)] as Name,
      atSeconds: nowSeconds - random.below(ago),
      text: `Message ${i}`,
    };
  });
}

/** Statuses of outbound messages: some are missing, some are repeated, in any order. */
export function planReports(random: Random, sent: { vendorId: string; ownId: string }[], now: Date): Reported[] {
  const nowSeconds = Math.floor(now.getTime() / 1000);
  return sent.flatMap(({ vendorId, ownId }) => {
    const said = (['sent', 'delivered', 'read'] as Status[]).filter(() => random.below(10) < 8);
    const words: Status[] = random.below(20) === 0 ? [...said, 'failed'] : said;
    const doubled = words.flatMap((word) => (random.below(4) === 0 ? [word, word] : [word]));
    return doubled.map((status) => ({ vendorId, ownId, status, atSeconds: nowSeconds - random.below(ONE_MINUTE_SECONDS) }));
  });
}

/** The updates to post; stored ones may be posted again. */
export type Load = { written: Written[]; alreadyKept: Written[]; reported: Reported[] };
/** `server`: the server it is posted to. A concurrent post goes to this one and the next. */
export type Post = { updates: Update[]; twice: 'no' | 'at once' | 'later'; server: number };

/**
 * Callbacks of random size, from one update to a thousand, in which a fifth of the messages is repeated: in the same callback, in another
 * one, or with the complete callback, concurrently or later.
 */
export function planPosts(random: Random, { written, alreadyKept, reported }: Load): Post[] {
  const elsewhere = [...alreadyKept, ...written].filter(() => random.below(100) < 8);
  const updates: Update[] = [...written, ...elsewhere].map((one) => ({ written: one }));
  const shuffled = shuffle(random, [...updates, ...reported.map((one): Update => ({ reported: one }))]);
  const posts = cut(random, shuffled).map(
    (part): Post => ({
      updates: withDoubles(random, part),
      twice: 'no',
      server: random.below(2),
    }),
  );
  return repeatWholeOnes(random, posts, written.length);
}

const withDoubles = (random: Random, updates: Update[]): Update[] =>
  updates.flatMap((update) => ('written' in update && random.below(100) < 8 ? [update, update] : [update]));

/** Repeats complete callbacks until a fifth of all messages is repeated. */
function repeatWholeOnes(random: Random, posts: Post[], messages: number): Post[] {
  const again = new Set(repeatedIn(posts));
  for (const post of shuffle(random, posts)) {
    if (again.size >= REPEATED * messages && posts.some(({ twice }) => twice === 'later')) break;
    post.twice = posts.some(({ twice }) => twice === 'at once') && random.below(2) === 0 ? 'later' : 'at once';
    for (const update of post.updates) if ('written' in update) again.add(update.written.vendorId);
  }
  return posts;
}

/** Returns the repeated messages. */
export function repeatedIn(posts: Post[]): Set<string> {
  const times = new Map<string, number>();
  for (const { updates, twice } of posts) {
    for (const update of updates) {
      if (!('written' in update)) continue;
      const { vendorId } = update.written;
      times.set(vendorId, (times.get(vendorId) ?? 0) + (twice === 'no' ? 1 : 2));
    }
  }
  return new Set([...times].flatMap(([vendorId, n]) => (n > 1 ? [vendorId] : [])));
}

/** Returns a size with logarithmic distribution: 1 to 10 is as frequent as 100 to 1000. */
function cut(random: Random, updates: Update[]): Update[][] {
  const parts: Update[][] = [];
  for (let start = 0; start < updates.length; ) {
    const size = Math.floor(Math.exp(random.between(0, Math.log(LARGEST_CALLBACK + 1))));
    parts.push(updates.slice(start, start + size));
    start += size;
  }
  return parts;
}

export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}
