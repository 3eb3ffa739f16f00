import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type ServerProcess, startProcess } from '../../server/src/test-kit/server-process.ts';
import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import { inWorld, main, printFigures, type World } from '../security/environment.ts';
import { createJudge, type Judge } from './verify.ts';
import { askAtOnce, guess } from './links.ts';
import { breakInTheMiddle, tryRefusals } from './refusals.ts';
import { proveStore, type S3, startS3 } from './s3.ts';
import { tryCorpus } from './serving.ts';

const MAX_BYTES = 1_500_000;
const FILES_PUBLIC_URL = 'https://files.example.com';
/** `STORES=disk` leaves out the S3 server, whose packages take minutes to install; CI does. */
const stores = (process.env.STORES ?? 'disk,s3').split(',');
const LOOK_MS = 100;
const LOOK_TIMES = 150;

/** Whatever is uploaded, nobody's browser runs it, nobody finds it by guessing, and nothing of it stays behind. */
await main(() => inWorld(checkUploads));

async function checkUploads(world: World): Promise<boolean> {
  const judge = createJudge();
  const [tenant, stranger] = [await createTestTenant(world.deps), await createTestTenant(world.deps)];
  const settings = { FILE_MAX_BYTES: String(MAX_BYTES), FILES_PUBLIC_URL };
  const [first, second] = [await startWhole(world, settings), await startWhole(world, settings)];
  const server = { baseUrl: first.baseUrl, token: tenant.token, judge };
  const served = await tryCorpus(server);
  const refusals = await tryRefusals(server, MAX_BYTES);
  await nothingLeft(world, judge, 'after everything was deleted or refused');
  const { askers, uniqueUrls } = await askAtOnce([first.baseUrl, second.baseUrl], tenant.token);
  const guessed = await guess(server, stranger.id);
  const kept = await countFiles(world);
  await breakInTheMiddle(server, first);
  await nothingLeft(world, judge, 'after a cut line and a killed server', kept);
  const hasS3 = stores.includes('s3');
  const s3 = hasS3 ? await onS3(world, settings, tenant.token, judge) : { files: 0, checks: 0, failed: 0 };

  for (const line of judge.complaints.slice(0, 30)) console.error(line);
  const { responses, inlineExecutable, withoutNosniff, withoutCsp, others } = judge.counts;
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
  return judge.complaints.length + guessed.guessable + s3.failed === 0 && uniqueUrls === 1 && (s3.checks > 0 || !hasS3);
}

/** API and worker in one process: bytes that nobody points to are deleted by the worker. */
function startWhole(world: World, settings: Record<string, string>): Promise<ServerProcess> {
  return world.start(settings, (_role, env) => startProcess('all', env));
}

/** The suite of the store itself, then the whole corpus through a server that keeps its files there. */
async function onS3(world: World, settings: Record<string, string>, token: string, judge: Judge) {
  const s3: S3 = await startS3();
  try {
    const store = await proveStore({ ...world.env, ...s3.env }, judge.wrong);
    const before = judge.complaints.length;
    const { baseUrl } = await startWhole(world, { ...settings, ...s3.env });
    const { files } = await tryCorpus({ baseUrl, token, judge });
    return { files, checks: store.checks + files, failed: store.failed + judge.complaints.length - before };
  } finally {
    await s3.stop();
  }
}

/** Bytes that nobody claimed are due for deletion in an hour; here the hour is over. */
async function nothingLeft(world: World, judge: Judge, when: string, wanted = 0): Promise<void> {
  await world.superuser.query("update jobs set due_at = now() - interval '1 second' where name = 'delete_stored_file'");
  for (let i = 0; i < LOOK_TIMES && (await countFiles(world)) !== wanted; i++) await wait(LOOK_MS);
  const left = await countFiles(world);
  if (left !== wanted) judge.wrong(`${left} files are on the disk ${when}, not ${wanted}`);
}

async function countFiles({ env }: World): Promise<number> {
  const entries = await readdir(String(env.FILES_DIR), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}
