import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createContact } from '../../server/src/domain/contacts/index.ts';
import { createWebhook } from '../../server/src/domain/webhooks/index.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import type { BenchEnvironment } from './environment.ts';

const SAMPLES = 200;

/** Measures milliseconds from commit to receipt without other load: one contact at a time, one worker, one endpoint. */
export async function idleLatency(environment: BenchEnvironment) {
  const { ctx } = await environment.newTenant();
  const receivedAt = new Map<string, number>();
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      receivedAt.set(JSON.parse(body).data.id, performance.now());
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await createWebhook(ctx, environment.secrets, { url, events: [{ type: 'contact.created', scopes: [] }] });
  const worker = await startProcess('worker', environment.env);
  await wait(1_500);
  const committedAt = new Map<string, number>();
  for (let i = 0; i < SAMPLES + 20; i++) {
    const { id } = await createContact(ctx, { firstName: 'idle' });
    if (i >= 20) committedAt.set(id, performance.now()); // the first ones are the warm-up
    await wait(30);
  }
  await wait(1_000);
  await worker.stop();
  receiver.close();
  const waits = [...committedAt]
    .map(([id, at]) => (receivedAt.get(id) ?? Number.POSITIVE_INFINITY) - at)
    .toSorted((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.POSITIVE_INFINITY;
  return { samples: waits.length, medianMs: at(0.5), p99Ms: at(0.99) };
}
