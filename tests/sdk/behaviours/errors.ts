import assert from 'node:assert/strict';
import { createTestTenant } from '../../../server/src/test-kit/tenant.ts';
import type { Behaviour, Bench, Sdk } from '../bench.ts';

type Thrown = InstanceType<Sdk['PatchbayError']>;

async function thrown(call: Promise<unknown>): Promise<Thrown> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(error instanceof Error, 'the call did not fail');
  return error as Thrown;
}

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

export const errors: Behaviour[] = [
  {
    name: 'every family of refusals has its class, its key and its request id',
    async check(bench) {
      const { sdk, direct, serverUrl, tenant } = bench;
      const used = (name: string) => direct.labels.create({ name }, { idempotencyKey: 'used' });
      await used('first');
      const as = (token: string) => new sdk.Patchbay({ token, baseUrl: serverUrl });
      const free = await createTestTenant(bench.environment.deps, { plan: 'free' });
      const narrow = await tenant.tokenWith(['usage.read']);
      const cases = [
        [() => direct.labels.create({ name: '' }), sdk.InvalidRequestError, 400, 'invalid_body_params'],
        [() => as('nonsense').usage.get(), sdk.AuthenticationError, 401, 'unauthorized'],
        [
          () => as(free.token).webhooks.create({ url: 'https://example.com/', events: [{}] }),
          sdk.PlanError,
          402,
          'insufficient_billing_plan',
        ],
        [() => as(narrow).labels.search(), sdk.PermissionError, 403, 'forbidden'],
        [() => direct.contacts.get(UNKNOWN), sdk.NotFoundError, 404, 'contact_not_found'],
        [() => direct.labels.create({ name: 'first' }), sdk.ConflictError, 409, 'conflict'],
        [() => used('second'), sdk.InvalidRequestError, 422, 'idempotency_key_reused'],
      ] as const;
      for (const [call, Family, status, key] of cases) {
        const error = await thrown(call());
        assert.equal(error.constructor, Family, `${key}: ${error.name}`);
        assert.ok(error instanceof sdk.PatchbayError);
        assert.deepEqual([error.status, error.messageKey, error.name], [status, key, Family.name]);
        assert.ok(error.is(key) && error.is('internal_error', key) && !error.is('internal_error'));
        assert.match(error.requestId ?? '', /^[\w-]{36}$/);
        assert.ok(error.message.includes(error.requestId ?? ''), 'the message names the request');
        assert.ok(!error.message.includes(tenant.token), 'no token in a message');
      }
    },
  },
  {
    name: 'invalidParams name what is wrong with the body',
    async check({ direct }) {
      const error = await thrown(direct.contacts.create({ phoneNumber: 'call me' }));
      assert.deepEqual(Object.keys(error.invalidParams), ['phoneNumber']);
      assert.equal(error.invalidParams.phoneNumber?.key, 'invalid_string');
    },
  },
  {
    name: 'the request id of an error and of a result find the call in the request log',
    async check({ direct, sdk }) {
      const { requestId } = await thrown(direct.contacts.get(UNKNOWN));
      const usage = await direct.usage.get();
      const [failed, good] = [await found(direct, requestId ?? ''), await found(direct, sdk.responseOf(usage)?.requestId ?? '')];
      assert.deepEqual([failed.status, failed.error?.messageKey], [404, 'contact_not_found']);
      assert.deepEqual([good.status, good.route], [200, '/v3/usage']);
      assert.ok((sdk.responseOf(usage)?.rateLimit?.remaining ?? -1) >= 0);
    },
  },
  {
    name: 'the limit of the minute, at its end: RateLimitError with the time to wait',
    async check({ sdk, environment, serverUrl }) {
      const { token } = await createTestTenant(environment.deps, { plan: 'enterprise', ratePerMinute: 3 });
      const patchbay = new sdk.Patchbay({ token, baseUrl: serverUrl, maxRetries: 0 });
      // Seven in a row: at most one new minute can start among them.
      const errors = [];
      for (let i = 0; i < 7; i++) errors.push(await patchbay.usage.get().catch((error: unknown) => error));
      const limited = errors.find((error) => error instanceof sdk.RateLimitError);
      assert.ok(limited instanceof sdk.RateLimitError && limited.is('too_many_requests'));
      assert.ok(Number(limited.retryAfterMs) > 0 && Number(limited.retryAfterMs) <= 60_000);
    },
  },
  {
    name: 'a page of a proxy is an error without a key; as a success it is refused and not tried again',
    async check({ client, front, sdk }) {
      const page = { headers: { 'content-type': 'text/html' }, body: '<html>Bad gateway</html>' };
      front.next({ do: 'say', status: 502, ...page });
      const failed = await thrown(client({ maxRetries: 0 }).usage.get());
      assert.ok(failed instanceof sdk.ServerError);
      assert.deepEqual([failed.status, failed.messageKey], [502, null]);
      for (const body of ['<html>Welcome</html>', '', 'null', '[]', '{"ok":true}', '{"success":true']) {
        front.seen.length = 0;
        front.next({ do: 'say', status: 200, body });
        assert.ok((await thrown(client().labels.create({ name: 'x' }))) instanceof sdk.UnreadableAnswerError, body);
        assert.equal(front.seen.length, 1);
      }
    },
  },
  {
    name: 'a redirect is not followed, and the token goes nowhere else',
    async check({ client, front, sdk }) {
      front.next({ do: 'say', status: 307, headers: { location: `${front.baseUrl}/elsewhere` } });
      const error = await thrown(client().labels.create({ name: 'x' }));
      assert.ok(error instanceof sdk.UnreadableAnswerError && /redirect/.test(error.message));
      assert.equal(front.seen.length, 1);
    },
  },
  {
    name: 'no server at the address: ConnectionError with the reason',
    async check({ sdk, front, tenant }) {
      await front.close();
      const error = await thrown(new sdk.Patchbay({ token: tenant.token, baseUrl: front.baseUrl, maxRetries: 1 }).usage.get());
      assert.ok(error instanceof sdk.ConnectionError && !(error instanceof sdk.TimeoutError));
      assert.deepEqual([error.status, error.messageKey, error.attempts], [null, null, 2]);
      assert.match(error.message, /ECONNREFUSED/);
    },
  },
  {
    name: 'what is wrong with the settings is said at once',
    async check({ sdk }) {
      for (const wrong of [
        { token: '' },
        { baseUrl: 'example.com' },
        { baseUrl: 'ftp://x' },
        { maxRetries: -1 },
        { timeoutMs: 0.5 },
      ])
        assert.throws(
          () => new sdk.Patchbay({ token: 't', baseUrl: 'http://127.0.0.1', ...wrong }),
          TypeError,
          JSON.stringify(wrong),
        );
    },
  },
];

/** The log is written shortly after the response. */
async function found(direct: Bench['direct'], requestId: string) {
  for (const endsAt = Date.now() + 30_000; ; ) {
    try {
      return await direct.requests.get(requestId);
    } catch (error) {
      if (Date.now() > endsAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
