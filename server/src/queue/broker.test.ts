import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { freePort } from '../test-kit/ports.ts';
import { until } from '../test-kit/until.ts';
import { connectBroker } from './broker.ts';
import { natsLogin } from './nats-login.ts';

const log = createLogger('silent');
const open = (env: Record<string, string> = {}) =>
  connectBroker(loadConfig({ NATS_PREFIX: `test-${randomBytes(6).toString('hex')}-`, ...env }), log);

const closers: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closers.toReversed()) await close();
});

/** A stop that hangs would block the whole run; this reports it by name instead. */
async function mustEnd(what: string, work: Promise<unknown>): Promise<void> {
  const timeout = AbortSignal.timeout(60_000);
  const late = new Promise((_, reject) => timeout.addEventListener('abort', () => reject(new Error(`${what} hangs`))));
  await Promise.race([work, late]);
}

test('a consumer that is stopped while it is being opened ends, at whatever moment', async () => {
  const broker = open();
  closers.push(async () => {
    await broker.removeStreams();
    await broker.close();
  });
  await until(broker.isReady);
  for (let ms = 0; ms <= 60; ms += 4) {
    const consuming = broker.consume(`jobs.test-${ms}`, 10, () => undefined);
    await wait(ms);
    await mustEnd(`a stop after ${ms} ms`, consuming.stop());
  }
});

test('a stop does not wait for an unreachable broker', async () => {
  const broker = open({ NATS_URL: `nats://127.0.0.1:${await freePort()}` });
  const consuming = broker.consume('jobs.test', 10, () => undefined);
  const listening = broker.listen('events', () => undefined);
  await wait(50);
  await mustEnd('a stop without a broker', Promise.all([consuming.stop(), listening.stop()]));
  await broker.close();
});

test('a login in NATS_URL is used; a wrong one opens nothing', async () => {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'patchbay-nats-'))];
  const password = 'p@ss:w/rd %';
  const args = ['-a', '127.0.0.1', '-p', `${port}`, '-js', '-sd', folder, '--user', 'pat', '--pass', password];
  const nats = { command: 'nats-server', args };
  const child = spawn(nats.command, nats.args, {
    stdio: 'ignore',
    env: { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/bin` },
  });
  closers.push(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await rm(folder, { recursive: true, force: true });
  });
  const urlWith = (pass: string) => `nats://pat:${encodeURIComponent(pass)}@127.0.0.1:${port}`;
  const [good, bad] = [open({ NATS_URL: urlWith(password) }), open({ NATS_URL: urlWith('guess') })];
  const heard: string[] = [];
  good.listen('events', (payload) => heard.push(payload));
  await until(good.isReady);
  await until(() => {
    good.publish([{ subject: 'events', payload: 'hello' }]);
    return heard.length > 0;
  });
  assert.equal(bad.isReady(), false);
  await Promise.all([good.close(), bad.close()]);
});

test('any user and password come back from an address, and the address without them stays', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (user, pass) => {
      fc.pre(user.isWellFormed() && pass.isWellFormed());
      const address = `nats://${encodeURIComponent(user)}:${encodeURIComponent(pass)}@10.0.0.1:4333`;
      assert.deepEqual(natsLogin(address), { servers: 'nats://10.0.0.1:4333', user, pass });
      assert.deepEqual(natsLogin(`tls://${encodeURIComponent(user)}@nats.example:4222`), {
        servers: 'tls://nats.example:4222',
        token: user,
      });
    }),
  );
  assert.deepEqual(natsLogin('nats://127.0.0.1:4222'), { servers: 'nats://127.0.0.1:4222' });
});
