import assert from 'node:assert/strict';
import { freePort } from '../../../server/src/test-kit/ports.ts';
import { call } from '../api.ts';
import type { Environment, Scenario } from '../environment.ts';

const TOKEN = 'a-token-for-prometheus';

export const scenario: Scenario = {
  entry: 23,
  title: '/reference has a content security policy and cannot be framed; /metrics can be closed',
  async run(environment) {
    const faults = [
      ...(await lookAtReference(environment)),
      ...(await lookAtToken(environment)),
      ...(await lookAtPort(environment)),
    ];
    assert.deepEqual(faults, []);
  },
};

async function lookAtReference(environment: Environment): Promise<string[]> {
  const { baseUrl } = await environment.server();
  const { status, headers } = await call(baseUrl, 'GET', '/reference/', undefined);
  const policy = headers.get('content-security-policy') ?? '';
  const faults = ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"].filter(
    (part) => !policy.includes(part),
  );
  if (/script-src[^;]*('unsafe-inline'|\*)/.test(policy)) faults.push('any inline script runs');
  if (headers.get('x-frame-options') !== 'DENY') faults.push('X-Frame-Options');
  return [...(status === 200 ? [] : [`status ${status}`]), ...faults].map((fault) => `/reference: ${fault}`);
}

async function lookAtToken(environment: Environment): Promise<string[]> {
  const { baseUrl } = await environment.start({ METRICS_TOKEN: TOKEN }, 'api');
  const statuses = [
    (await call(baseUrl, 'GET', '/metrics', undefined)).status,
    (await call(baseUrl, 'GET', '/metrics', 'another')).status,
    (await call(baseUrl, 'GET', '/metrics', TOKEN)).status,
  ];
  return statuses.join() === '401,401,200' ? [] : [`/metrics behind a token: ${statuses.join()}`];
}

async function lookAtPort(environment: Environment): Promise<string[]> {
  const port = await freePort();
  const { baseUrl } = await environment.start({ METRICS_PORT: String(port) }, 'api');
  const main = await call(baseUrl, 'GET', '/metrics', undefined);
  const own = await fetch(`http://127.0.0.1:${port}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  const faults = own.includes('patchbay_http_request_seconds') ? [] : ['/metrics is not on METRICS_PORT'];
  return main.status === 404 ? faults : [...faults, `/metrics on the main port: ${main.status}`];
}
