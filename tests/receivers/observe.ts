import assert from 'node:assert/strict';
import { type Behaviour, behaviours, FIRST_WAIT_SECONDS, redirects } from './behaviours.ts';
import type { Bench, Delivery } from './bench.ts';
import { answering, type Endpoint } from './endpoints.ts';
import { checkWait, type Report } from './report.ts';

/** One delivery to every kind of receiver, concurrently: the attempt and the next step. */
export async function observeAll(bench: Bench, report: Report): Promise<void> {
  await Promise.all([
    ...behaviours.map((behaviour) => report.scene(behaviour.name, () => observe(bench, report, behaviour))),
    ...redirects.map((status) => report.scene(`${status} to another URL`, () => observeRedirect(bench, report, status))),
  ]);
}

async function observe(bench: Bench, report: Report, { open, expected }: Behaviour): Promise<string> {
  const endpoint = await open(bench.clock.now);
  try {
    const { webhook, delivery } = await firstAttempt(bench, endpoint);
    const [attempt] = delivery.attempts;
    assert.ok(attempt);
    assert.equal(attempt.statusCode, expected.statusCode, `statusCode ${attempt.statusCode}, error ${attempt.error}`);
    if (expected.error) assert.match(attempt.error ?? '', expected.error);
    else assert.equal(attempt.error, null);
    if (expected.responseBody)
      assert.ok(expected.responseBody(attempt.responseBody), `the body is ${attempt.responseBody?.slice(0, 40)}`);
    assert.equal(delivery.status, expected.status);
    assert.equal(endpoint.hits.length, expected.hits ?? 1, 'requests that reached it');
    assert.equal(webhook.status, expected.webhook ?? 'active');
    if (expected.webhook) await toldOf(bench, webhook.id, webhook.disabledReason);
    checkWait(report, delivery, expected.status === 'pending' ? (expected.waitSeconds ?? FIRST_WAIT_SECONDS) : null);
    return describe(delivery);
  } finally {
    await endpoint.close();
  }
}

async function observeRedirect(bench: Bench, report: Report, status: number): Promise<string> {
  const target = await answering(204);
  const endpoint = await answering(status, { location: target.url });
  try {
    const { delivery } = await firstAttempt(bench, endpoint);
    assert.equal(delivery.attempts[0]?.statusCode, status);
    assert.equal(delivery.status, 'pending');
    assert.deepEqual([endpoint.hits.length, target.hits.length], [1, 0], 'requests here and there');
    checkWait(report, delivery, FIRST_WAIT_SECONDS);
    return `${describe(delivery)} requestsToTarget=0`;
  } finally {
    await Promise.all([endpoint.close(), target.close()]);
  }
}

/** Deletes the webhook afterwards, so that its retries disturb no other test. */
async function firstAttempt(bench: Bench, endpoint: Endpoint) {
  const { id } = await bench.subscribe(endpoint.url);
  const delivery = await bench.deliveryWhen(id, await bench.send(id), ({ tries }) => tries > 0);
  const webhook = await bench.webhook(id);
  await bench.remove(id);
  return { webhook, delivery };
}

/** The tenant gets an event that its endpoint was disabled, with the reason. */
export async function toldOf(bench: Bench, webhookId: string, reason: string | null): Promise<void> {
  const query = { query: 'eq(event,"webhook.disabled")', pagination: { limit: 100 } };
  const events = await bench.call<{ data: { id: string; reason: string } }[]>('POST', '/events/search', query);
  const told = events.filter(({ data }) => data.id === webhookId);
  assert.deepEqual(
    told.map(({ data }) => data.reason),
    [reason],
    'webhook.disabled events',
  );
}

function describe({ status, nextTryAt, attempts }: Delivery): string {
  const [first] = attempts;
  const what = first?.error
    ? `error="${first.error}"`
    : `statusCode=${first?.statusCode} body=${first?.responseBody?.length ?? 0}B`;
  const next = first && nextTryAt ? ` nextTry=${((Date.parse(nextTryAt) - Date.parse(first.startedAt)) / 1000).toFixed(1)}s` : '';
  return `${what} status=${status}${next}`;
}
