import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from './config.ts';
import { resolveSecretSources } from './secret-sources.ts';

const key = () => randomBytes(32).toString('base64');
const folder = await mkdtemp(join(tmpdir(), 'patchbay-secrets-'));
after(() => rm(folder, { recursive: true }));

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing was thrown';
};

test('configuration: a secret comes from a file, without the line break at its end', async () => {
  const [path, secret] = [join(folder, 'key'), key()];
  await writeFile(path, `${secret}\n`);
  assert.equal(loadConfig({ MASTER_KEY_FILE: path }).MASTER_KEY, secret);
  await writeFile(path, 'redis://:s3cret@redis.example.com\n');
  assert.equal(loadConfig({ REDIS_URL_FILE: path }).REDIS_URL, 'redis://:s3cret@redis.example.com');
});

test('configuration: every source that fails is named with its cause, and no value is printed', async () => {
  const secret = 's3cret-and-too-short';
  const path = join(folder, 'empty');
  await writeFile(path, ' \n');
  const message = messageOf(() =>
    loadConfig({ MASTER_KEY_FILE: join(folder, 'none'), METRICS_TOKEN_FILE: path, NATS_URL: 'nats://a', NATS_URL_FILE: path }),
  );
  assert.match(message, /MASTER_KEY_FILE: the file .* cannot be read \(ENOENT\)/);
  assert.match(message, /METRICS_TOKEN_FILE gave an empty value/);
  assert.match(message, /NATS_URL and NATS_URL_FILE are set; keep one/);
  const invalid = messageOf(() => loadConfig({ MASTER_KEY_COMMAND: `echo ${secret}` }));
  assert.match(invalid, /32 bytes in base64/);
  assert.ok(!invalid.includes(secret));
});

test('configuration: a key comes from a command; one that fails, hangs or prints too much is refused without what it printed', () => {
  const [first, second] = [key(), key()];
  assert.equal(loadConfig({ MASTER_KEY_COMMAND: `echo ${first}` }).MASTER_KEY, first);
  const { MASTER_KEY, MASTER_KEYS } = loadConfig({ MASTER_KEYS_COMMAND: `echo ${first},${second}` });
  assert.deepEqual([MASTER_KEY, MASTER_KEYS], [first, [first, second]]);
  const refusal = (command: string) => messageOf(() => resolveSecretSources({ MASTER_KEY_COMMAND: command }, 500));
  assert.match(refusal(`echo ${first}; exit 3`), /MASTER_KEY_COMMAND: the command ended with 3/);
  assert.match(refusal(`echo ${first}; sleep 10`), /did not end within 0.5 s/);
  assert.match(refusal('head -c 100000 /dev/zero'), /printed more than/);
  assert.match(refusal('true'), /gave an empty value/);
  assert.ok(!refusal(`echo ${first}; exit 3`).includes(first));
});

test('configuration: MASTER_KEYS is a list of different keys that contains MASTER_KEY', () => {
  const [first, second] = [key(), key()];
  assert.deepEqual(loadConfig({ MASTER_KEY: second, MASTER_KEYS: `${first}, ${second}` }).MASTER_KEYS, [first, second]);
  assert.match(
    messageOf(() => loadConfig({ MASTER_KEY: key(), MASTER_KEYS: first })),
    /must contain it/,
  );
  for (const wrong of [`${first},${first}`, `${first},short`, `${first},`])
    assert.match(
      messageOf(() => loadConfig({ MASTER_KEYS: wrong })),
      /different keys of 32 bytes/,
    );
  const published = loadConfig({}).MASTER_KEY;
  assert.match(
    messageOf(() => loadConfig({ HOST: '0.0.0.0', MASTER_KEYS: `${first},${published}` })),
    /public/,
  );
});
