import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerProcess } from '../../server/src/test-kit/server-process.ts';
import type { Environment } from '../security/environment.ts';
import { makePerson } from '../security/fixtures.ts';
import { listenToLog } from './answered.ts';
import { callsOf, readDocument } from './calls.ts';
import { type Outcome, performAll } from './perform.ts';
import { verify } from './verify.ts';

const run = promisify(execFile);
const ENDS_WITHIN_MS = 600_000;
const RUNTIMES: Record<string, string[]> = { deno: ['run', '--allow-net', '--allow-read'], bun: ['run'] };

/** Calls every operation in Deno and in Bun, if installed; the last line names them. */
export async function callElsewhere(environment: Environment, server: ServerProcess, dist: string) {
  const faults: string[] = [];
  const runtimes: string[] = [];
  for (const [name, args] of Object.entries(RUNTIMES)) {
    const isThere = await run(name, ['--version']).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const verdict = await callIn(environment, server, dist, [name, ...args]);
    runtimes.push(`${name}:${verdict.called}`);
    faults.push(...verdict.faults.map((fault) => `in ${name}: ${fault}`));
  }
  return { faults, runtimes };
}

async function callIn(environment: Environment, server: ServerProcess, dist: string, [command = '', ...args]: string[]) {
  const document = await readDocument();
  const log = listenToLog(server);
  const person = await makePerson(environment, command);
  const calls = await callsOf(document, server.baseUrl, person);
  const access = { token: person.userToken, baseUrl: server.baseUrl };
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-runtime-'));
  try {
    const script = `import * as sdk from ${JSON.stringify(`file://${dist}/index.js`)};
      const outcomes = await (${performAll})(sdk, ${JSON.stringify(access)}, ${JSON.stringify(calls)});
      console.log(JSON.stringify(outcomes));`;
    await writeFile(join(folder, 'calls.mjs'), script);
    const { stdout } = await run(command, [...args, join(folder, 'calls.mjs')], { timeout: ENDS_WITHIN_MS, maxBuffer: 2 ** 28 });
    return verify(document, log, person.id, JSON.parse(stdout) as Outcome[]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
