import { setTimeout as wait } from 'node:timers/promises';
import { createWebhook } from '../../server/src/domain/webhooks/index.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import type { TestTenant } from '../../server/src/test-kit/tenant.ts';
import { mapParallel, send } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';

const WIDTH = 4;
const PATIENCE_MS = 120_000;

type Attempt = { url: string; error: string | null; statusCode: number | null };

/**
 * Webhooks inserted without the URL check, as if by an old version: one event for all of them, delivered by a real worker. The check at the
 * attempt must refuse them.
 */
export async function tryDeliveries(
  environment: Environment,
  env: Record<string, string>,
  baseUrl: string,
  tenant: TestTenant,
  urls: string[],
) {
  const { ctx } = tenant;
  await mapParallel(urls, WIDTH, (url) =>
    createWebhook(ctx, environment.deps.secrets, { url, events: [{ type: 'contact.created', scopes: [] }] }),
  );
  const worker = await environment.start(env, (_, settings) => startProcess('worker', settings));
  await send(baseUrl, { method: 'POST', path: '/v3/contacts', token: tenant.token, body: { firstName: 'Ada' } });
  const attempts = await attemptsFor(environment, tenant.id, urls.length);
  await worker.stop();
  const allowed = attempts.filter(({ error, statusCode }) => statusCode !== null || !error?.startsWith('blocked_address: '));
  const reached = new Set(allowed.map(({ url }) => url));
  return {
    deliveries: new Set(attempts.map(({ url }) => url)).size,
    refusedAtDelivery: urls.filter((url) => !reached.has(url) && attempts.some((attempt) => attempt.url === url)).length,
    complaints: allowed.map(({ url, error, statusCode }) => `deliver ${JSON.stringify(url)}: ${statusCode} ${error}`),
  };
}

/** Returns the attempts after each URL had one. */
async function attemptsFor({ superuser }: Environment, tenantId: string, count: number): Promise<Attempt[]> {
  for (const endsAt = Date.now() + PATIENCE_MS; ; await wait(200)) {
    const { rows } = await superuser.query<Attempt>(
      `select w.url, a.error, a.status_code as "statusCode" from delivery_attempts a
       join deliveries d on d.tenant_id = a.tenant_id and d.id = a.delivery_id
       join webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id where a.tenant_id = $1`,
      [tenantId],
    );
    if (new Set(rows.map(({ url }) => url)).size >= count || Date.now() > endsAt) return rows;
  }
}
