import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from '../api.ts';
import { type Chapter, check, checkOwn, checkV2 } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { newToken, unknownId } from '../fixtures.ts';
import { ask, FREE_PER_MINUTE, roomInThisMinute, useUp } from '../minutes.ts';

const limitOf = ({ headers }: Reply) => Number(headers.get('x-ratelimit-limit'));
const remainingOf = ({ headers }: Reply) => Number(headers.get('x-ratelimit-remaining'));

function tellsTheLimit({ headers, status }: Reply): void {
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    assert.match(headers.get(name) ?? '', /^\d+$/, `${name} of a ${status}`);
}

export const limits: Chapter = {
  title: 'Limits',
  checks: [
    check('Every answer carries X-RateLimit-Limit, -Remaining and -Reset, successes and failures alike', async (api) => {
      tellsTheLimit(await api.post('/v3/labels/search', {}));
      tellsTheLimit(await api.post('/v3/labels', {}));
      tellsTheLimit(await api.post('/v3/labels', '{'));
      tellsTheLimit(await api.post('/v3/labels', 'x', { headers: { 'content-type': 'text/plain' } }));
      tellsTheLimit(await ask(api, api.token));
      tellsTheLimit(await ask(api, null));
      tellsTheLimit(await api.get('/v3/nope'));
      tellsTheLimit(await api.get('/nope'));
      tellsTheLimit(await api.call('PATCH', `/v3/chats/${unknownId()}`));
      tellsTheLimit(await api.get('/v2/attributes'));
    }),
    check('X-RateLimit-Reset is in UNIX seconds and lies within the next minute', async (api) => {
      const reply = await ask(api, api.token);
      const now = Date.parse(reply.headers.get('date') ?? '') / 1000;
      const reset = Number(reply.headers.get('x-ratelimit-reset'));
      assert.ok(reset >= now && reset <= now + 61, `${reset} at ${now}`);
    }),
    check('X-RateLimit-Remaining falls by one with each request', async (api) => {
      await roomInThisMinute();
      const [first, second] = [await ask(api, api.token), await ask(api, api.token)];
      assert.equal(remainingOf(second), remainingOf(first) - 1);
      assert.ok(remainingOf(first) < limitOf(first));
    }),
    checkV2('Requests to version 2 and version 3 are counted together', async (api) => {
      await roomInThisMinute();
      const [first, second] = [await ask(api, api.token), await api.get('/v2/attributes', { impatient: true })];
      assert.equal(remainingOf(second), remainingOf(first) - 1);
    }),
    check('All tokens of a tenant are counted together', async (api) => {
      const { accessToken } = await newToken(api, ['labels.read']);
      await roomInThisMinute();
      const [first, second] = [await ask(api, api.token), await ask(api, accessToken)];
      assert.equal(remainingOf(second), remainingOf(first) - 1);
    }),
    check('A request that is refused counts too', async (api) => {
      await roomInThisMinute();
      const [first, refused, last] = [await ask(api, api.token), await api.post('/v3/labels', '{'), await ask(api, api.token)];
      assert.deepEqual([remainingOf(refused), remainingOf(last)], [remainingOf(first) - 1, remainingOf(first) - 2]);
    }),
    checkOwn('On the plan free exactly 10 requests of a minute pass', async ({ current, tenantOn }) => {
      const { token } = await tenantOn('free');
      await roomInThisMinute();
      const replies = [];
      for (let i = 0; i < 13; i++) replies.push(await ask(current, token));
      assert.deepEqual(
        replies.map((reply) => reply.status),
        [...Array(10).fill(404), ...Array(3).fill(429)],
      );
      assert.deepEqual(replies.map(remainingOf), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0]);
      assert.ok(replies.every((reply) => limitOf(reply) === FREE_PER_MINUTE));
    }),
    checkOwn('Of 30 requests at the same time, to two processes, exactly 10 pass', async ({ current, retired, tenantOn }) => {
      const { token } = await tenantOn('free');
      await roomInThisMinute();
      const replies = await Promise.all(Array.from({ length: 30 }, (_, i) => ask(i % 2 ? current : retired, token)));
      assert.equal(replies.filter((reply) => reply.status !== 429).length, FREE_PER_MINUTE);
    }),
    checkOwn(
      'Beyond the limit it is 429 too_many_requests, with a message that says what to do',
      async ({ current, tenantOn }) => {
        const { token } = await tenantOn('free');
        await roomInThisMinute();
        const { message } = failed(await useUp(current, token), 429, 'too_many_requests');
        assert.match(message, /per minute per tenant/);
        assert.match(message, /X-RateLimit-Reset/);
      },
    ),
    checkOwn('A 429 carries Retry-After: the seconds until X-RateLimit-Reset', async ({ current, tenantOn }) => {
      const { token } = await tenantOn('free');
      await roomInThisMinute();
      const { headers } = await useUp(current, token);
      const left = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
      assert.ok(Math.abs(Number(headers.get('retry-after')) - left) <= 1.5, `${headers.get('retry-after')} with ${left} s left`);
    }),
    checkOwn('One tenant’s use takes nothing from another', async ({ current, tenantOn }) => {
      const [busy, quiet] = [await tenantOn('free'), await tenantOn('free')];
      await roomInThisMinute();
      await useUp(current, busy.token);
      assert.equal(remainingOf(await ask(current, quiet.token)), FREE_PER_MINUTE - 1);
    }),
    checkOwn('Failed logins are limited per address, and do not stop good credentials', async (own) => {
      await roomInThisMinute();
      for (let i = 0; i < own.failedLoginsOfStandard; i++) failed(await ask(own.standard, 'garbage'), 401, 'unauthorized');
      const beyond = await ask(own.standard, 'garbage');
      failed(beyond, 429, 'too_many_requests');
      assert.match(beyond.headers.get('retry-after') ?? '', /^\d+$/);
      failed(await ask(own.standard, own.standard.token), 404, 'label_not_found');
    }),
    checkOwn('After the time in X-RateLimit-Reset requests pass again', async ({ current, tenantOn }) => {
      const { token } = await tenantOn('free');
      await roomInThisMinute();
      const { headers } = await useUp(current, token);
      await wait(Number(headers.get('x-ratelimit-reset')) * 1000 - Date.now() + 100);
      const reply = await current.post('/v3/labels/search', {}, { token, impatient: true });
      succeeded(reply);
      assert.equal(remainingOf(reply), FREE_PER_MINUTE - 1);
    }),
  ],
};
