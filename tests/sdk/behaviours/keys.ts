import assert from 'node:assert/strict';
import type { Behaviour } from '../bench.ts';

const keyOf = ({ headers }: { headers: Record<string, unknown> }) => headers['idempotency-key'] as string | undefined;

export const keys: Behaviour[] = [
  {
    name: 'an answer that was lost is fetched again under the same key, and the work is done once',
    async check({ client, front, direct, sdk }) {
      front.next({ do: 'lose' });
      const label = await client().labels.create({ name: 'once' });
      assert.equal(front.seen.length, 2);
      assert.ok(keyOf(front.seen[0] as never));
      assert.equal(keyOf(front.seen[0] as never), keyOf(front.seen[1] as never));
      assert.equal(front.seen[0]?.body, front.seen[1]?.body);
      const info = sdk.responseOf(label);
      assert.deepEqual([info?.attempts, info?.isReplayed, info?.idempotencyKey], [2, true, keyOf(front.seen[0] as never)]);
      assert.equal((await direct.labels.search({ query: 'eq(name,"once")' })).pagination.total, 1);
    },
  },
  {
    name: 'the key stays over every attempt, whatever went wrong in between',
    async check({ client, front, direct }) {
      front.next({ do: 'cut' }, { do: 'say', status: 503 }, { do: 'lose' });
      await client().labels.create({ name: 'thrice' });
      assert.equal(front.seen.length, 4);
      assert.equal(new Set(front.seen.map((seen) => keyOf(seen as never))).size, 1);
      assert.equal((await direct.labels.search()).pagination.total, 1);
    },
  },
  {
    name: 'two calls have two keys, and a key of the caller is used as it is',
    async check({ client, front }) {
      const patchbay = client();
      await patchbay.labels.create({ name: 'a' });
      await patchbay.labels.create({ name: 'b' });
      const again = () => patchbay.labels.create({ name: 'c' }, { idempotencyKey: 'order-1042' });
      assert.deepEqual(await again(), await again());
      const given = front.seen.map((seen) => keyOf(seen as never));
      assert.equal(new Set(given.slice(0, 2)).size, 2);
      assert.deepEqual(given.slice(2), ['order-1042', 'order-1042']);
    },
  },
  {
    name: 'only what changes something carries a key: no search, no count, no read, no delete',
    async check({ client, front, tenant }) {
      const patchbay = client();
      const label = await tenant.label();
      const automation = await patchbay.automations.create({
        name: 'count',
        trigger: { type: 'api' },
        steps: [{ id: 'a', type: 'end' }],
      });
      await patchbay.labels.update(label.id, { name: 'other' });
      await patchbay.files.upload({ content: 'x', name: 'x.txt' });
      await patchbay.labels.search();
      await patchbay.labels.get(label.id);
      await patchbay.automations.countSteps(automation.id);
      await patchbay.labels.delete(label.id);
      assert.deepEqual(
        front.seen.map((seen) => keyOf(seen as never) !== undefined),
        [true, true, true, false, false, false, false],
      );
    },
  },
  {
    name: 'a delete whose answer was lost is repeated, and says that nothing was left to delete',
    async check({ client, front, tenant }) {
      const label = await tenant.label();
      front.next({ do: 'lose' });
      assert.deepEqual(await client().labels.delete(label.id), { deletedIds: [], notFoundIds: [label.id] });
    },
  },
  {
    name: 'an upload whose answer was lost is one file',
    async check({ client, front, direct }) {
      front.next({ do: 'lose' });
      const file = await client().files.upload({ content: new Uint8Array([0, 1, 254, 255]), name: 'bytes.bin' });
      assert.equal(front.seen.length, 2);
      assert.equal((await direct.files.search()).pagination.total, 1);
      assert.deepEqual([...new Uint8Array(await (await direct.files.download(file.id)).arrayBuffer())], [0, 1, 254, 255]);
    },
  },
];
