import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Api, Reply } from '../api.ts';
import { type Chapter, check, checkV2 } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newChat, newLabel, unique, uniqueExternalId } from '../fixtures.ts';

const keyed = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } });
const isReplay = ({ headers }: Reply) => headers.get('idempotency-replayed') === 'true';

/** The same reply again, and marked as such. */
function repeats(again: Reply, first: Reply): void {
  assert.ok(!isReplay(first), 'the first answer says it is a replay');
  assert.ok(isReplay(again), 'the second answer does not say it is a replay');
  assert.deepEqual([again.status, again.text], [first.status, first.text]);
}

const countNamed = async (api: Api, name: string): Promise<number> =>
  (await api.post('/v3/channels/search', { query: `eq(name,"${name}")` })).body.pagination.total;

export const idempotency: Chapter = {
  title: 'Idempotency keys',
  checks: [
    check('The same key and body get the first answer again, marked Idempotency-Replayed: true', async (api) => {
      const [body, options] = [{ type: 'sms', name: unique('channel') }, keyed()];
      const first = await api.post('/v3/channels', body, options);
      succeeded(first, 201);
      repeats(await api.post('/v3/channels', body, options), first);
    }),
    check('A repeated request has one effect; without a key it has two', async (api) => {
      const [name, options] = [unique('channel'), keyed()];
      const post = (more?: object) => api.post('/v3/channels', { type: 'sms', name }, more);
      await post(options);
      await post(options);
      assert.equal(await countNamed(api, name), 1);
      await post();
      assert.equal(await countNamed(api, name), 2);
    }),
    check('The first answer is repeated even when the thing has changed since', async (api) => {
      const [{ id }, options] = [await newChat(api), keyed()];
      const close = () => api.post(`/v3/chats/${id}/status`, { status: 'closed' }, options);
      const first = await close();
      succeeded(await api.post(`/v3/chats/${id}/status`, { status: 'open' }));
      repeats(await close(), first);
      assert.equal(succeeded(await api.get(`/v3/chats/${id}`)).status, 'open');
    }),
    check('The same key with another body is 422 idempotency_key_reused, and has no effect', async (api) => {
      const [options, name] = [keyed(), unique('channel')];
      succeeded(await api.post('/v3/channels', { type: 'sms', name: unique('channel') }, options), 201);
      failed(await api.post('/v3/channels', { type: 'sms', name }, options), 422, 'idempotency_key_reused');
      assert.equal(await countNamed(api, name), 0);
    }),
    check('A key belongs to its path: on another path it is new', async (api) => {
      const options = keyed();
      const [one, two] = [await newChat(api), await newChat(api)];
      for (const { id } of [one, two]) {
        const reply = await api.post(`/v3/chats/${id}/status`, { status: 'closed' }, options);
        assert.equal(succeeded(reply).id, id);
        assert.ok(!isReplay(reply));
      }
    }),
    check('A key belongs to its tenant: another tenant’s is new', async (api) => {
      const [body, options] = [{ type: 'sms', name: unique('channel') }, keyed()];
      const mine = succeeded(await api.post('/v3/channels', body, options), 201);
      const reply = await api.post('/v3/channels', body, { ...options, token: api.otherToken });
      assert.notEqual(succeeded(reply, 201).id, mine.id);
      assert.ok(!isReplay(reply));
    }),
    check('A refusal such as 409 conflict is repeated too', async (api) => {
      const [{ name, id }, options] = [await newLabel(api), keyed()];
      const first = await api.post('/v3/labels', { name }, options);
      failed(first, 409, 'conflict');
      succeeded(await api.del(`/v3/labels/${id}`));
      repeats(await api.post('/v3/labels', { name }, options), first);
    }),
    check('PUT takes a key as well', async (api) => {
      const [{ id }, options] = [await newLabel(api), keyed()];
      const change = (color: string) => api.put(`/v3/labels/${id}`, { color }, options);
      const first = await change('#123456');
      repeats(await change('#123456'), first);
      failed(await change('#654321'), 422, 'idempotency_key_reused');
    }),
    check('DELETE needs no key and heeds none: twice is twice', async (api) => {
      const [{ id }, options] = [await newLabel(api), keyed()];
      succeeded(await api.del(`/v3/labels/${id}`, options));
      assert.deepEqual(succeeded(await api.del(`/v3/labels/${id}`, options)).notFoundIds, [id]);
    }),
    check('A new access token’s secret is in the repeated answer, so a lost answer is no lost token', async (api) => {
      const [body, options] = [{ name: unique('token'), scopes: ['labels.read'] }, keyed()];
      const first = await api.post('/v3/access_tokens', body, options);
      repeats(await api.post('/v3/access_tokens', body, options), first);
      succeeded(await api.post('/v3/labels/search', {}, { token: first.body.data.accessToken }));
    }),
    check(
      'Of ten at once with one key one has an effect; the others repeat it or are 409 idempotency_in_progress',
      async (api) => {
        const [name, options] = [unique('channel'), keyed()];
        const replies = await Promise.all(
          Array.from({ length: 10 }, () => api.post('/v3/channels', { type: 'sms', name }, options)),
        );
        for (const reply of replies.filter(({ status }) => status !== 201)) {
          failed(reply, 409, 'idempotency_in_progress');
          assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
        }
        assert.equal(replies.filter((reply) => reply.status === 201 && !isReplay(reply)).length, 1);
        assert.equal(await countNamed(api, name), 1);
      },
    ),
    check('A key has 1 to 255 characters', async (api) => {
      const post = (key: string) => api.post('/v3/channels', { type: 'sms', name: unique('channel') }, keyed(key));
      succeeded(await post(randomUUID().padEnd(255, 'k')), 201);
      refused(await post(randomUUID().padEnd(256, 'k')), 'Idempotency-Key', 'invalid_string');
      refused(await post(''), 'Idempotency-Key', 'invalid_string');
    }),
    checkV2('Version 2 heeds keys too', async (api) => {
      const [body, options] = [{ name: 'Size', externalId: uniqueExternalId() }, keyed()];
      const first = await api.post('/v2/attributes', body, options);
      succeeded(first, 200);
      repeats(await api.post('/v2/attributes', body, options), first);
    }),
  ],
};
