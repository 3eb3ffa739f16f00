import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type * as sdk from '../../sdk/src/index.ts';
import { newSigningSecret, sign } from '../../server/src/platform/signing.ts';
import type { Environment } from '../security/environment.ts';
import { headOf } from './behave.ts';
import { type Behaviour, onBench } from './bench.ts';

/** Behaviours that may differ between browser and Node, tested in a page. Each function is sent as text, with what it needs. */
const inPage = <T>(
  page: Page,
  work: (sdk: typeof import('../../sdk/src/index.ts'), given: never) => Promise<T>,
  given: unknown,
) => page.evaluate<T>(`import('/sdk/index.js').then((sdk) => (${work})(sdk, ${JSON.stringify(given)}))`);

type Access = { token: string; baseUrl: string };
type InPage = Omit<Behaviour, 'check'> & { check(bench: Parameters<Behaviour['check']>[0], page: Page): Promise<void> };

export const inPageBehaviours: InPage[] = [
  {
    name: 'in a page: a lost answer is fetched again under its key, and the headers of the answer can be read',
    async check({ front, tenant, direct }, page) {
      front.next({ do: 'lose' }, { do: 'say', status: 503, headers: { 'retry-after': '1' } });
      const info = await inPage(
        page,
        async ({ Patchbay, responseOf }, access: Access) => {
          const { isReplayed, attempts, requestId, rateLimit } =
            responseOf(await new Patchbay(access).labels.create({ name: 'page' })) ?? {};
          return { isReplayed, attempts, requestId, limit: rateLimit?.limit };
        },
        { token: tenant.token, baseUrl: front.baseUrl },
      );
      // A browser may repeat a request on a dead connection, so requests are counted at the proxy.
      assert.deepEqual([info.isReplayed, front.seen.length, info.limit], [true, 3, 1_000_000]);
      assert.ok(Number(info.attempts) >= 2, `${info.attempts} attempts`);
      assert.equal(info.requestId, front.seen[2]?.headers['x-request-id']);
      assert.equal(new Set(front.seen.map(({ headers }) => headers['idempotency-key'])).size, 1);
      assert.ok(Number(front.seen[2]?.at) - Number(front.seen[1]?.at) >= 950, 'Retry-After was not kept to');
      assert.equal((await direct.labels.search()).pagination.total, 1);
    },
  },
  {
    name: 'in a page: errors are typed, aborts end a call, iterators walk',
    async check({ front, tenant }, page) {
      for (let i = 0; i < 5; i++) await tenant.label();
      const told = await inPage(
        page,
        async ({ Patchbay, PatchbayError, NotFoundError }, access: Access) => {
          const patchbay = new Patchbay(access);
          const error = await patchbay.contacts.get('nothing').catch((error: unknown) => error);
          const isTyped = error instanceof NotFoundError && error instanceof PatchbayError && error.is('contact_not_found');
          const aborted = await patchbay.usage
            .get({ signal: AbortSignal.abort() })
            .catch((error: unknown) => (error as Error).name);
          let found = 0;
          for await (const _label of patchbay.labels.each({ pageSize: 2 })) found++;
          return { isTyped, aborted, found };
        },
        { token: tenant.token, baseUrl: front.baseUrl },
      );
      assert.deepEqual(told, { isTyped: true, aborted: 'AbortError', found: 5 });
    },
  },
  {
    name: 'in a page: a webhook is verified, and a forged one refused',
    async check(_bench, page) {
      const secret = newSigningSecret();
      const body = JSON.stringify({ id: '1', data: 'Zoë 🎈' });
      const told = await inPage(
        page,
        async (
          { verifyWebhook },
          { body, headers, secret }: { body: string; headers: Record<string, string>; secret: string },
        ) => [
          await verifyWebhook(body, headers, secret),
          await verifyWebhook(`${body} `, headers, secret).catch((error: { reason?: string }) => error.reason),
        ],
        { body, secret, headers: sign([secret], '1', new Date(), body) },
      );
      assert.deepEqual(told, [JSON.parse(body), 'wrong_signature']);
    },
  },
  {
    name: 'in a page of another origin the API cannot be called',
    async check({ serverUrl, tenant }, page) {
      const access = { token: tenant.token, baseUrl: serverUrl };
      const call = async ({ Patchbay }: typeof sdk, access: Access) =>
        new Patchbay({ ...access, maxRetries: 0 }).usage.get().then(
          () => 'allowed',
          (error: Error) => error.name,
        );
      assert.equal(await inPage(page, call, access), 'allowed');
      const stranger = await page.context().newPage();
      try {
        await stranger.goto(page.url().replace('127.0.0.1', 'localhost'));
        assert.equal(await inPage(stranger, call, access), 'ConnectionError');
      } finally {
        await stranger.close();
      }
    },
  },
];

export async function tryInPage(
  environment: Environment,
  serverUrl: string,
  published: typeof sdk,
  page: Page,
): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, check } of inPageBehaviours)
    await onBench(environment, serverUrl, published, (bench) => check(bench, page)).catch((error: unknown) =>
      faults.push(`${name}: ${headOf(error)}`),
    );
  return faults;
}
