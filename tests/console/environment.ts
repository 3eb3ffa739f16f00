import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Demo, prepareDemo } from '../../scripts/dev/demo.ts';
import { startPart, stopParts, untilReady } from '../../scripts/dev/parts.ts';
import { openReceiver } from '../../scripts/dev/receiver.ts';
import { admin } from '../../scripts/dev/services.ts';
import { type DevSettings, readSettings } from '../../scripts/dev/settings.ts';
import { atEnd } from '../chaos/endings.ts';
import { apart } from '../dev/apart.ts';

export type Person = { id: string; name: string; email: string; password: string };
export type Customer = { from: string; name: string };
type Answer = { data: Record<string, never> };

/** A server with its worker, the sandbox, and the demo tenant, as `npm run dev` starts them. The server can be stopped and started again. */
export type Environment = {
  apiUrl: string;
  databaseUrl: string;
  demo: Demo;
  /** Calls the API with the access token of the demo tenant. */
  call<T = Record<string, string>>(method: string, path: string, body?: object): Promise<T>;
  createPerson(name: string, role: 'admin' | 'member'): Promise<Person>;
  /** Writes as a customer to the WhatsApp number of the demo tenant. */
  write(customer: Customer, text: string): Promise<void>;
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
};

export async function openEnvironment(): Promise<Environment> {
  if (!existsSync('console/dist/index.html')) execFileSync('npm', ['run', '-s', 'console:build'], { stdio: 'inherit' });
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-console-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const files = { DEV_STATE_FILE: join(folder, 'dev.json'), FILES_DIR: join(folder, 'files') };
  const demoData = process.env.PICTURES ? {} : { DEV_DEMO: 'none' }; // pictures show the demo shop
  const settings = readSettings({ ...process.env, ...(await apart('console')), ...files, ...demoData, LOG_LEVEL: 'error' });
  await admin(settings, 'migrate');
  const receiver = await openReceiver(settings.webhookPort, () => {});
  atEnd(async () => receiver.close());
  const server = await startControlled(settings);
  const sandbox = startPart(settings, 'sandbox', 'sandbox/src/main.ts');
  atEnd(() => stopParts([sandbox]));
  await untilReady(`${settings.sandbox.url}/_sandbox/clock`);
  const demo = await prepareDemo(settings, receiver);
  const call = caller(settings.apiUrl, demo.accessToken);
  return {
    apiUrl: settings.apiUrl,
    databaseUrl: settings.config.DATABASE_URL,
    demo,
    call,
    createPerson: createPerson(settings, call),
    write: writer(settings, demo),
    ...server,
  };
}

async function startControlled(settings: DevSettings): Promise<Pick<Environment, 'startServer' | 'stopServer'>> {
  let server = startPart(settings, 'server', 'server/src/main.ts', 'all');
  atEnd(() => stopParts([server]));
  const isReady = () => untilReady(`${settings.apiUrl}/readyz`);
  await isReady();
  return {
    stopServer: () => stopParts([server]),
    async startServer() {
      server = startPart(settings, 'server', 'server/src/main.ts', 'all');
      await isReady();
    },
  };
}

const caller =
  (apiUrl: string, token: string): Environment['call'] =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(apiUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data as T;
  };

const createPerson =
  ({ apiUrl }: DevSettings, call: Environment['call']): Environment['createPerson'] =>
  async (name, role) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    const password = 'correct horse battery staple';
    const { id = '' } = await call('POST', '/v3/users', { name, email, role });
    const { url = '' } = await call('POST', `/v3/users/${id}/invitation`);
    const accepted = await fetch(`${apiUrl}/v3/invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: /#token=(.+)$/.exec(url)?.[1], password }),
    });
    if (!accepted.ok) throw new Error(`the invitation was answered with ${accepted.status} ${await accepted.text()}`);
    return { id, name, email, password };
  };

const writer =
  ({ sandbox }: DevSettings, { channels }: Demo): Environment['write'] =>
  async (customer, text) => {
    const account = channels.find(({ kind }) => kind === 'whatsapp')?.accountId;
    const response = await fetch(`${sandbox.url}/_sandbox/accounts/${account}/phone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...customer, text }),
    });
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} ${await response.text()}`);
  };
