import assert from 'node:assert/strict';
import type { Behaviour } from '../bench.ts';

export const pages: Behaviour[] = [
  {
    name: 'an iterator gives all there is, once, by cursor',
    async check({ client, front, tenant }) {
      const made = new Set<string>();
      for (let i = 0; i < 25; i++) made.add((await tenant.label()).id);
      const found: string[] = [];
      for await (const { id } of client().labels.each({ pageSize: 10 })) if (found.push(id) > 25) break; // in case it does not end
      assert.equal(found.length, 25);
      assert.deepEqual(new Set(found), made);
      assert.equal(front.seen.length, 3);
      assert.deepEqual(
        front.seen.map(({ body }) => 'cursor' in JSON.parse(body).pagination),
        [false, true, true],
      );
    },
  },
  {
    name: 'an iterator asks for a page when it is needed, and not for another after a break',
    async check({ client, front, tenant }) {
      for (let i = 0; i < 12; i++) await tenant.label();
      for await (const _label of client().labels.each({ pageSize: 5 })) break;
      assert.equal(front.seen.length, 1);
    },
  },
  {
    name: 'filter and order go along with every page; what is below a thing has its iterator too',
    async check({ client, front, tenant }) {
      for (const name of ['b1', 'a2', 'a1', 'a3']) await tenant.label(name);
      const found: string[] = [];
      const wanted = { query: 'startsWith(name,"a")', sortBy: 'desc(name)', pageSize: 2 };
      for await (const { name } of client().labels.each(wanted)) found.push(name);
      assert.deepEqual(found, ['a3', 'a2', 'a1']);
      assert.equal(new Set(front.seen.map(({ body }) => JSON.parse(body).query)).size, 1);
      const chat = await tenant.chat();
      for (const text of ['one', 'two', 'three']) await tenant.message(chat.id, { text });
      let messages = 0;
      for await (const _message of client().messages.each(chat.id, { pageSize: 2 })) messages++;
      assert.equal(messages, 3);
    },
  },
  {
    name: 'a failure in the middle of an iterator is tried again, or thrown where the loop is',
    async check({ client, front, tenant, sdk }) {
      for (let i = 0; i < 4; i++) await tenant.label();
      const patchbay = client({ maxRetries: 1 });
      let found = 0;
      front.next({ do: 'cut' });
      for await (const _label of patchbay.labels.each({ pageSize: 2 })) found++;
      assert.equal(found, 4);
      const walk = async () => {
        for await (const _label of patchbay.labels.each({ query: 'nonsense' })) found++;
      };
      await assert.rejects(walk(), sdk.InvalidRequestError);
    },
  },
];
