import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';

const FILES = ['http', 'job-handlers', 'queue', 'domain/**'].map((folder) => `server/src/${folder}/*.test.ts`);
const PROCESSES = 2;

/**
 * Runs the tests of the API and of the jobs, which call every operation and run every job, and records what the server sends to PostgreSQL.
 * Failed tests do not matter here: `npm test` reports them.
 */
export async function recordTraffic(folder: string): Promise<void> {
  const files = globSync(process.env.FILES?.split(',') ?? FILES).sort();
  const shares = Array.from({ length: PROCESSES }, (_, share) => files.filter((_, index) => index % PROCESSES === share));
  await Promise.all(shares.filter((share) => share.length > 0).map((share) => runTests(share, folder)));
}

async function runTests(files: string[], folder: string): Promise<void> {
  const recorder = new URL('record.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=dot', ...files], {
    env: { ...process.env, RECORD_STATEMENTS: folder, NODE_OPTIONS: `--import ${recorder}` },
    stdio: 'ignore',
  });
  await new Promise((resolve) => child.once('close', resolve));
}
