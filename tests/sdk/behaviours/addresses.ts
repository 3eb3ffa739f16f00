import assert from 'node:assert/strict';
import type { Behaviour } from '../bench.ts';

export const addresses: Behaviour[] = [
  {
    name: 'an id is one segment of the path, whatever is in it',
    async check({ client, front, sdk }) {
      for (const id of ['a/b', '../labels', 'x?y=1', 'x#y', '%2e%2e', 'ä ö', '..%2f', 'a\\b', ';']) {
        const error = await client()
          .contacts.get(id)
          .catch((error: unknown) => error);
        assert.ok(error instanceof sdk.NotFoundError && error.is('contact_not_found'), `${id}: ${error}`);
        assert.equal(front.seen.at(-1)?.path, `/v3/contacts/${encodeURIComponent(id)}`);
      }
    },
  },
  {
    name: 'an id that would lead to another operation is refused before anything is sent',
    async check({ client, front }) {
      for (const id of ['', '.', '..', undefined, null, 7] as string[])
        await assert.rejects(async () => client().contacts.delete(id), TypeError);
      assert.equal(front.seen.length, 0);
    },
  },
  {
    name: 'a path in baseUrl is kept, and a slash at its end does no harm',
    async check({ client, front }) {
      front.next({ do: 'say', status: 200, body: '{"success":true,"data":{}}' });
      await client({ baseUrl: `${front.baseUrl}/patchbay/` }).usage.get();
      await client({ baseUrl: `${front.baseUrl}/` }).usage.get();
      assert.deepEqual(
        front.seen.map(({ path }) => path),
        ['/patchbay/v3/usage', '/v3/usage'],
      );
    },
  },
  {
    name: 'a fetch of the caller is used for every attempt',
    async check({ client, front }) {
      const fetched: string[] = [];
      const own: typeof fetch = (input, init) => {
        fetched.push(input as string);
        return fetch(input, init);
      };
      front.next({ do: 'say', status: 503 });
      await client({ fetch: own }).usage.get();
      assert.deepEqual(fetched, [`${front.baseUrl}/v3/usage`, `${front.baseUrl}/v3/usage`]);
    },
  },
];
