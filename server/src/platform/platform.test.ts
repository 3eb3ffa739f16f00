import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import { validate } from 'uuid';
import { loadConfig } from './config.ts';
import { newId, positionAt } from './ids.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { createLocalCounter, createRateLimiter, type SharedCounter } from './rate-limit.ts';
import { createSecretBox } from './secrets.ts';

test('configuration: every fault is named in one message', () => {
  assert.throws(
    () => loadConfig({ PORT: 'eighty', LOG_LEVEL: 'loud', V2_SUNSET_AT: 'soon', MASTER_KEY: 'short' }),
    (error: Error) => ['PORT', 'LOG_LEVEL', 'V2_SUNSET_AT', 'MASTER_KEY'].every((name) => error.message.includes(name)),
  );
});

test('configuration: it is frozen, and an empty value is no value', () => {
  const config = loadConfig({ PORT: '' });
  assert.equal(config.PORT, 8080);
  assert.throws(() => Object.assign(config, { PORT: 1 }), TypeError);
});

test('configuration: the published key is refused where others can reach the server', () => {
  assert.throws(() => loadConfig({ HOST: '0.0.0.0' }), /development key is public/);
  assert.ok(loadConfig({ HOST: '0.0.0.0', MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }));
  for (const settings of [
    { PUBLIC_URL: 'https://api.example.com' },
    { PUBLIC_URL: 'http://api.example.com:8080' },
    { PUBLIC_URL: 'https://127.0.0.1' },
    { TRUST_PROXY: 'true' },
  ]) {
    assert.throws(() => loadConfig(settings), /development key is public.* while (PUBLIC_URL|TRUST_PROXY) is/);
    assert.ok(loadConfig({ ...settings, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }));
  }
  for (const url of ['http://127.0.0.1:8080', 'http://[::1]:8080', 'http://localhost'])
    assert.ok(loadConfig({ PUBLIC_URL: url, TRUST_PROXY: 'false' }));
});

test('ids: those of one millisecond sort in the order of their creation', () => {
  const clock = { now: () => new Date(1_794_700_000_000) };
  const ids = Array.from({ length: 1_000 }, () => newId(clock));
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, 1_000);
  assert.ok(ids.every((id) => validate(id) && id.startsWith('01a1')));
});

test('property: a position is before its id, after every earlier id of its process, and hides the last 32 bits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }), (ms) => {
      const clock = { now: () => new Date(ms) };
      const [earlier, id] = [newId(clock), newId(clock)];
      const position = positionAt(id);
      assert.ok(earlier < position && position <= id);
      assert.ok(validate(position) && position.endsWith('00000000'));
    }),
  );
});

test('logs: all lines are written in order when the process ends, and a closed pipe does not end it', async () => {
  const program = `
    import { createLogger } from './server/src/platform/logger.ts';
    const log = createLogger('info');
    for (let n = 0; n < 1_000; n++) log.info({ n });
    setTimeout(() => {
      log.info({ n: 1_000 });
      process.exit(3);
    }, 50);`;
  const spawned = () =>
    spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const whole = spawned();
  const [text, [code]] = await Promise.all([whole.stdout.toArray(), once(whole, 'close')]);
  const lines = Buffer.concat(text).toString().trimEnd().split('\n');
  assert.deepEqual([code, lines.map((line) => JSON.parse(line).n)], [3, Array.from({ length: 1_001 }, (_, n) => n)]);
  const unread = spawned();
  unread.stdout.destroy();
  assert.deepEqual(await once(unread, 'close'), [3, null]);
});

test('logs: nothing under a secret name is written, at any depth callers use', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  log.info({ authorization: 'Bearer s3cret', headers: { authorization: 's3cret' }, a: { b: { accessToken: 's3cret' } } }, 'x');
  const written = lines.join('');
  assert.ok(!written.includes('s3cret'));
  assert.match(written, /\[redacted\]/);
});

test('secrets: a sealed value opens only under its own label and key', () => {
  const box = createSecretBox({ MASTER_KEY: Buffer.alloc(32, 1).toString('base64') });
  const sealed = box.seal('whsec_abc', 'webhooks:1');
  assert.equal(box.open(sealed, 'webhooks:1'), 'whsec_abc');
  assert.throws(() => box.open(sealed, 'webhooks:2'));
  assert.throws(() => createSecretBox({ MASTER_KEY: Buffer.alloc(32, 2).toString('base64') }).open(sealed, 'webhooks:1'));
  assert.notDeepEqual(box.seal('whsec_abc', 'webhooks:1'), sealed);
});

const at = (iso: string) => ({ now: () => new Date(iso) });

function countingCounter(): SharedCounter & { calls: number } {
  const values = new Map<string, number>();
  return {
    calls: 0,
    async add(key, n) {
      this.calls++;
      values.set(key, (values.get(key) ?? 0) + n);
      return values.get(key) ?? 0;
    },
  };
}

test('rate limit: two processes share one count, exactly the limit passes, one call per tick', async () => {
  const counter = countingCounter();
  const deps = { counter, clock: at('2026-11-15T12:00:30.000Z'), metrics: createMetrics() };
  const [a, b] = [createRateLimiter(deps), createRateLimiter(deps)];
  const taken = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? a : b).take('t', 20)));
  assert.equal(taken.filter((one) => one.allowed).length, 20);
  assert.deepEqual(new Set(taken.filter((one) => one.allowed).map((one) => one.remaining)).size, 20);
  assert.equal(counter.calls, 2);
  assert.ok(taken.every((one) => one.resetAtSeconds === Date.parse('2026-11-15T12:01:00Z') / 1000));
});

test('rate limit: without the shared counter the process counts on its own and reports it', async () => {
  const metrics = createMetrics();
  const counter: SharedCounter = { add: () => Promise.reject(new Error('away')) };
  const limiter = createRateLimiter({ counter, clock: at('2026-11-15T12:00:30.000Z'), metrics });
  const taken = [];
  for (let i = 0; i < 5; i++) taken.push((await limiter.take('t', 3)).allowed);
  assert.deepEqual(taken, [true, true, true, false, false]);
  assert.match(await metrics.text(), /patchbay_rate_limit_local_total 5/);
});

test('rate limit: while Redis is unavailable, old addresses are dropped before memory fills, and never displace tenants', () => {
  const count = createLocalCounter(100);
  for (let i = 1; i <= 5; i++) assert.equal(count('rate:tenant:29', 1), i);
  for (let i = 0; i < 1_000; i++) count(`logins:2001:db8::${i}:29`, 1);
  assert.equal(count('rate:tenant:29', 1), 6);
  assert.equal(count('logins:2001:db8::999:29', 1), 2);
  assert.equal(count('logins:2001:db8::0:29', 1), 1, 'the oldest was forgotten');
  assert.equal(count('rate:tenant:30', 1), 1, 'a new window begins at nothing');
});
