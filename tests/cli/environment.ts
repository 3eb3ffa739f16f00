import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Connected, connect, type Sandbox, startSandbox } from '../../sandbox/src/index.ts';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { makeTenant, prepareDatabase, type TenantOptions } from '../../server/src/test-kit/operator.ts';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { removeStreams } from '../../server/src/test-kit/streams.ts';
import { atEnd } from '../chaos/endings.ts';
import { replaceEverywhere } from '../security/broken-copy.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the API answered and fails where it is wrong
export type Json = any;

/** A server with workers, the sandbox as provider, and a folder with `patchbay` in it. */
export type Environment = {
  url: string;
  sandbox: Sandbox;
  bin: string;
  /** Creates a tenant and returns a token with all scopes. */
  newTenant(options?: TenantOptions): Promise<string>;
  tokens: string[];
  /** Calls the API and returns `data`. */
  ask(token: string, method: string, path: string, body?: object): Promise<Json>;
  channel(token: string, kind?: Connected['kind'], channel?: Record<string, unknown>): Promise<Connected>;
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const unhurried: TenantOptions = { plan: 'enterprise', ratePerMinute: 1_000_000 };
const STOP_WITHIN_MS = 5_000;

export async function startEnvironment(): Promise<Environment> {
  const env = await settings();
  await prepareDatabase(env);
  const server = await startProcess('all', env);
  atEnd(async () => {
    const late = setTimeout(() => void server.kill(), STOP_WITHIN_MS);
    await server.stop();
    clearTimeout(late);
  });
  const sandbox = await startSandbox();
  atEnd(sandbox.stop);
  const tokens: string[] = [];
  const newTenant = async (options: TenantOptions = unhurried) => {
    const { accessToken } = await makeTenant(env, options);
    tokens.push(accessToken);
    return accessToken;
  };
  const url = server.baseUrl;
  const channel: Environment['channel'] = (token, kind = 'sms', more) =>
    connect(kind, { apiUrl: url, token, sandbox, ...(more && { channel: more }) });
  return { url, sandbox, tokens, newTenant, channel, bin: await binFor(root), ask: (...call) => ask(url, ...call) };
}

async function settings(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  atEnd(database.drop);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-cli-files-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const env = {
    DATABASE_URL: database.url,
    REDIS_PREFIX: `cli:${randomBytes(6).toString('hex')}:`,
    NATS_PREFIX: `cli-${randomBytes(6).toString('hex')}-`,
    FILES_DIR: folder,
    FILE_STORE: 'disk',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    PROVIDER_ALLOW_PRIVATE: 'true',
    FAILED_LOGINS_PER_MINUTE: '100000',
    DRAIN_DELAY_MS: '0',
    LOG_LEVEL: 'info', // the address of a started server is in its log
  };
  atEnd(() => removeStreams(env));
  return env;
}

async function ask(url: string, token: string, method: string, path: string, body?: object): Promise<Json> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const { data, success, error } = (await answer.json()) as Json;
  if (!success) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(error)}`);
  return data;
}

/** Links `patchbay` as npm does, to the source in a folder. */
export async function binFor(folder: string): Promise<string> {
  const bin = await mkdtemp(join(tmpdir(), 'patchbay-cli-bin-'));
  atEnd(() => rm(bin, { recursive: true, force: true }));
  await writeFile(join(bin, 'patchbay'), `#!/bin/sh\nexec '${process.execPath}' '${folder}/cli/bin/patchbay.js' "$@"\n`, {
    mode: 0o755,
  });
  return bin;
}

/** Makes a copy of the command line with text of its source replaced. Throws if the text is not found. */
export async function brokenCopy(replacements: readonly [RegExp, string][]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-cli-broken-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'cli'));
  for (const part of ['package.json', 'bin', 'src'])
    await cp(join(root, 'cli', part), join(folder, 'cli', part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [pattern, replacement] of replacements)
    if ((await replaceEverywhere(join(folder, 'cli/src'), pattern, replacement)) === 0)
      throw new Error(`${pattern} is nowhere in cli/src`);
  return binFor(folder);
}
