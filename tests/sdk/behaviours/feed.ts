import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Behaviour, Bench } from '../bench.ts';

const WITHIN_MS = 120_000;

/** Follows the feed until so many events arrived, or none for long. Only the feed itself closes a silent connection. */
async function take(bench: Bench, count: number, feed: object = {}): Promise<string[]> {
  const over = new AbortController();
  const late = setTimeout(() => over.abort(new Error(`only ${ids.length} of ${count} events came`)), WITHIN_MS);
  const ids: string[] = [];
  try {
    for await (const event of bench.client().events.follow(feed, { signal: over.signal, timeoutMs: 0 })) {
      ids.push(event.id);
      if (ids.length === count) break;
    }
    return ids;
  } finally {
    clearTimeout(late);
  }
}

const connected = async ({ front }: Bench, times: number) => {
  const until = Date.now() + WITHIN_MS;
  while (front.seen.length < times) {
    if (Date.now() > until) throw new Error(`${front.seen.length} connections were made, and not ${times}`);
    await wait(20);
  }
  await wait(300); // the server has subscribed
};

export const feed: Behaviour[] = [
  {
    name: 'a broken feed resumes at its position: every event once, none missed',
    async check(bench) {
      const { front, tenant, direct } = bench;
      front.next({ do: 'break', afterEvents: 2 }, { do: 'say', status: 503 });
      const heard = take(bench, 10);
      await connected(bench, 1);
      for (let i = 0; i < 5; i++) {
        await tenant.contact();
        await direct.contacts.create({ firstName: `person ${i}` });
      }
      const ids = await heard;
      assert.equal(new Set(ids).size, ids.length, 'an event came twice');
      const { data } = await direct.events.search({ pagination: { limit: 100 } });
      assert.equal(data.length, 10);
      assert.deepEqual(new Set(ids), new Set(data.map(({ id }) => id)));
      const resumed = front.seen.at(-1)?.headers['last-event-id'];
      assert.ok(resumed && ids.includes(String(resumed)), 'it did not say where it was');
    },
  },
  {
    name: 'a feed starts after the given event, and has only the given types',
    async check(bench) {
      const { direct, front } = bench;
      const contact = await direct.contacts.create({ firstName: 'Ada' });
      await direct.contacts.update(contact.id, { firstName: 'Augusta' });
      const { data } = await direct.events.search({ sortBy: 'asc(createdAt)' });
      const first = data[0]?.id;
      const updated = data.filter(({ event }) => event === 'contact.updated').map(({ id }) => id);
      assert.deepEqual(await take(bench, 1, { lastEventId: first, types: ['contact.updated'] }), updated);
      assert.equal(front.seen[0]?.headers['last-event-id'], first);
      assert.equal(front.seen[0]?.path, '/v3/events?types=contact.updated');
    },
  },
  {
    name: 'a silent feed is given up and made again',
    async check(bench) {
      const { front, direct } = bench;
      front.next({ do: 'hang' });
      const heard = take(bench, 1, { silenceMs: 8_000 });
      await connected(bench, 2);
      await direct.contacts.create({ firstName: 'Ada' });
      assert.equal((await heard).length, 1);
    },
  },
  {
    name: 'a feed ends with the signal, and a refused one with its error',
    async check(bench) {
      const { client, sdk, tenant } = bench;
      const reason = new Error('enough');
      const control = new AbortController();
      setTimeout(() => control.abort(reason), 500);
      await assert.rejects(client().events.follow({}, { signal: control.signal }).next(), (error) => error === reason);
      const narrow = await tenant.tokenWith(['labels.read']);
      await assert.rejects(client({ token: narrow }).events.follow().next(), sdk.PermissionError);
    },
  },
];
