import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type ServerProcess, startProcess } from '../../server/src/test-kit/server-process.ts';
import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import { type Environment, inEnvironment, main, printFigures } from '../security/environment.ts';
import { askAtOnce, guess } from './links.ts';
import { breakInTheMiddle, tryRefusals } from './refusals.ts';
import { proveStore, type S3, startS3 } from './s3.ts';
import { tryCorpus } from './serving.ts';
import { createVerifier, type Verifier } from './verify.ts';

const MAX_BYTES = 1_500_000;
const FILES_PUBLIC_URL = 'https://files.example.com';
/** `STORES=disk` leaves out the S3 server, whose packages take minutes to install; CI does. */
const stores = (process.env.STORES ?? 'disk,s3').split(',');
const LOOK_MS = 100;
const LOOK_TIMES = 150;

/** Uploaded files are never executed by a browser, cannot be guessed, and leave no data after deletion. */
await main(() => inEnvironment(checkUploads));

async function checkUploads(environment: Environment): Promise<boolean> {
  const verify = createVerifier();
  const [tenant, stranger] = [await createTestTenant(environment.deps), await createTestTenant(environment.deps)];
  const settings = { FILE_MAX_BYTES: String(MAX_BYTES), FILES_PUBLIC_URL };
  const [first, second] = [await startWhole(environment, settings), await startWhole(environment, settings)];
  const server = { baseUrl: first.baseUrl, token: tenant.token, verify };
  const served = await tryCorpus(server);
  const refusals = await tryRefusals(server, MAX_BYTES);
  await nothingLeft(environment, verify, 'after everything was deleted or refused');
  const { askers, uniqueUrls } = await askAtOnce([first.baseUrl, second.baseUrl], tenant.token);
  const guessed = await guess(server, stranger.id);
  const kept = await countFiles(environment);
  await breakInTheMiddle(server, first);
  await nothingLeft(environment, verify, 'after a cut line and a killed server', kept);
  const hasS3 = stores.includes('s3');
  const s3 = hasS3 ? await onS3(environment, settings, tenant.token, verify) : { files: 0, checks: 0, failed: 0 };

  for (const line of verify.complaints.slice(0, 30)) console.error(line);
  const { responses, inlineExecutable, withoutNosniff, withoutCsp, others } = verify.counts;
  const all = (missing: number) => (missing === 0 ? 'all' : responses - missing);
  printFigures({ ...refusals, askers, guesses: guessed.guesses, otherFaults: others });
  printFigures({
    files: served.files + s3.files,
    responses,
    inlineExecutable,
    nosniff: all(withoutNosniff),
    csp: all(withoutCsp),
    guessable: guessed.guessable,
    uniqueUrls,
    s3Checks: s3.checks,
    s3Failed: s3.failed,
  });
  return verify.complaints.length + guessed.guessable + s3.failed === 0 && uniqueUrls === 1 && (s3.checks > 0 || !hasS3);
}

/** API and worker in one process: the worker deletes unreferenced bytes. */
function startWhole(environment: Environment, settings: Record<string, string>): Promise<ServerProcess> {
  return environment.start(settings, (_role, env) => startProcess('all', env));
}

/** Tests the store itself, then the complete corpus through a server with this store. */
async function onS3(environment: Environment, settings: Record<string, string>, token: string, verify: Verifier) {
  const s3: S3 = await startS3();
  try {
    const store = await proveStore({ ...environment.env, ...s3.env }, verify.wrong);
    const before = verify.complaints.length;
    const { baseUrl } = await startWhole(environment, { ...settings, ...s3.env });
    const { files } = await tryCorpus({ baseUrl, token, verify });
    return { files, checks: store.checks + files, failed: store.failed + verify.complaints.length - before };
  } finally {
    await s3.stop();
  }
}

/** Makes the deletion of unclaimed bytes due, which is otherwise after an hour. */
async function nothingLeft(environment: Environment, verify: Verifier, when: string, wanted = 0): Promise<void> {
  await environment.superuser.query("update jobs set due_at = now() - interval '1 second' where name = 'delete_stored_file'");
  for (let i = 0; i < LOOK_TIMES && (await countFiles(environment)) !== wanted; i++) await wait(LOOK_MS);
  const left = await countFiles(environment);
  if (left !== wanted) verify.wrong(`${left} files are on the disk ${when}, not ${wanted}`);
}

async function countFiles({ env }: Environment): Promise<number> {
  const entries = await readdir(String(env.FILES_DIR), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
