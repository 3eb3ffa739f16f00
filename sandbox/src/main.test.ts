import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('main starts on free ports, prints them, and ends at once on SIGTERM', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const env = { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [greeting] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(greeting.toString())?.[0];
  assert.match(greeting.toString(), /SMTP\s+127\.0\.0\.1:\d+/);
  assert.equal((await fetch(`${url}/_sandbox/knobs`)).status, 200);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
