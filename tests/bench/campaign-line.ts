import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { type Connected, connect } from '../../sandbox/src/index.ts';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { atEnd } from '../chaos/endings.ts';
import { type Ask, approvedTemplate, springCampaign } from '../fixtures/spring-template.ts';
import { type BenchEnvironment, createBenchEnvironment } from './environment.ts';

/** An installation with a WhatsApp number, an approved template and a provider simulation without latency. */
export type Line = {
  environment: BenchEnvironment;
  tenantId: string;
  account: Connected;
  sandboxUrl: string;
  env: Record<string, string>;
  /** Creates and starts a campaign to all contacts. Returns its id. */
  begin(): Promise<string>;
};

const START_WITHIN_MS = 180_000; // long: a start on a busy machine is slow and not measured

export async function openLine(ratePerSecond: number): Promise<Line> {
  const environment = await createBenchEnvironment();
  atEnd(environment.close);
  const env = { ...environment.env, PROVIDER_ALLOW_PRIVATE: 'true' };
  const sandbox = await startSandbox();
  const server = await startProcess('all', env);
  atEnd(server.stop);
  const { ctx, accessToken: token } = await environment.newTenant();
  const options = { apiUrl: server.baseUrl, token, sandbox, channel: { ratePerSecond, sendGuarantee: 'idempotent' } };
  const account = await connect('whatsapp', options);
  await tune(sandbox.url, account, { statuses: [], honourIdempotencyKey: true });
  const templateId = await approvedTemplate(askOf(server.baseUrl, token), account.channelId);
  await server.stop(); // from now on only the one worker runs
  const api = await startProcess('api', env);
  atEnd(api.stop);
  const ask = askOf(api.baseUrl, token);
  const begin = async () => {
    const { id } = await ask('POST', '/v3/campaigns', springCampaign(account.channelId, templateId));
    await ask('POST', `/v3/campaigns/${id}/start`);
    return id;
  };
  return { environment, tenantId: ctx.tenantId, account, sandboxUrl: sandbox.url, env, begin };
}

const askOf =
  (url: string, token: string): Ask =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (JSON.parse(text) as { data: Awaited<ReturnType<Ask>> }).data;
  };

async function startSandbox(): Promise<{ url: string; smtpPort: number }> {
  const [port, smtpPort] = [await freePort(), await freePort()];
  const env = { ...process.env, SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort) };
  const child = spawn(process.execPath, ['sandbox/src/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  atEnd(async () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_WITHIN_MS;
  while (!(await fetch(`${url}/_sandbox/knobs`).catch(() => undefined))?.ok) {
    if (Date.now() > until || child.exitCode !== null) throw new Error('the sandbox did not start');
    await wait(50);
  }
  return { url, smtpPort };
}

async function tune(url: string, { accountId }: Connected, knobs: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/_sandbox/accounts/${accountId}/knobs`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(knobs),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
