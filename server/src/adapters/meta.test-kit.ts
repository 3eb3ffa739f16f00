import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { startSandbox } from '../../../sandbox/src/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createProviderHttp } from '../platform/provider-http.ts';
import type { InboundRequest } from './adapter.ts';

/** A simulated Meta with one account, its settings, and all of its callbacks. */
export async function givenMeta(account: Record<string, unknown>) {
  const sandbox = await startSandbox();
  const callbacks: InboundRequest[] = [];
  const callbackUrl = await givenServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      callbacks.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks), receivedAt: new Date() });
      response.end();
    });
  });
  const http = createProviderHttp({ allowPrivate: true, totalTimeoutMs: 3_000 });
  after(async () => {
    await http.close();
    await sandbox.stop();
  });
  const control = async <T = unknown>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body ?? {}) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  await control('PUT', 'accounts/a', { ...account, callbackUrl });
  return {
    baseUrl: `${sandbox.url}/graph`,
    deps: { http, clock: systemClock, mode: 'live' as const, callbackUrl },
    callbacks,
    knobs: (knobs: object) => control('PUT', 'accounts/a/knobs', knobs),
    phone: (message: object) => control<{ vendorId: string }>('POST', 'accounts/a/phone', message),
    flush: () => control('POST', 'accounts/a/flush'),
    sent: async () => (await getJson(`${sandbox.url}/_sandbox/accounts/a/sent`)) as { sends: Sent[] },
    receipts: async () => (await getJson(`${sandbox.url}/_sandbox/accounts/a/receipts`)) as { receipts: object[] },
  };
}

/** A server of the test's own, and where it listens. */
export async function givenServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Sent = { vendorId: string | null; to: string; body: Record<string, unknown>; idempotencyKey: string; ownId: string };

const getJson = async (url: string) => (await fetch(url)).json();
