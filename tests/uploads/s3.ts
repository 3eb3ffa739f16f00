import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadConfig } from '../../server/src/platform/config.ts';
import { fileStoreSuite } from '../../server/src/platform/file-store/file-store-suite.ts';
import { createFileStore } from '../../server/src/platform/file-store/index.ts';
import { freePort, isFree } from '../../server/src/test-kit/ports.ts';

const script = fileURLToPath(new URL('./s3-server.sh', import.meta.url));

export type S3 = { env: Record<string, string>; stop(): Promise<void> };

/** Serves TLS on this port too, with a certificate and its key in one file. */
type Tls = { port: number; certificate: string };

/** Starts a real S3 server and returns the settings for it. The server creates the bucket. */
export async function startS3(tls?: Tls): Promise<S3> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-s3-'));
  const stop = () => stopProcesses(folder);
  try {
    const port = await portOfTwo();
    const env = { ...process.env, ...(tls && { TLS_PORT: String(tls.port), TLS_CERTIFICATE: tls.certificate }) };
    await promisify(execFile)('bash', [script, folder, String(port), 'tests', 'secret-of-the-tests'], { env });
    const S3_ENDPOINT = `http://127.0.0.1:${port}`;
    const keys = { S3_ACCESS_KEY_ID: 'tests', S3_SECRET_ACCESS_KEY: 'secret-of-the-tests' };
    return { env: { FILE_STORE: 's3', S3_BUCKET: 'patchbay-files', S3_ENDPOINT, ...keys }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The same tests as for the disk store. */
export async function proveStore(
  env: Record<string, string>,
  complain: (sentence: string) => void,
): Promise<{ checks: number; failed: number }> {
  const store = createFileStore(loadConfig(env));
  let failed = 0;
  for (const [promise, prove] of Object.entries(fileStoreSuite)) {
    await store
      .prepare()
      .then(() => prove(store))
      .catch((error: unknown) => {
        failed++;
        complain(`S3: ${promise}: ${error}`);
      });
  }
  await store.close();
  return { checks: Object.keys(fileStoreSuite).length, failed };
}

/** Returns a port whose next port is free too: the monitor uses it. */
async function portOfTwo(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await isFree(port + 1)) return port;
  }
}

/** Ends only the processes that were started here, by their ids. */
async function stopProcesses(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pid'));
  const pids = await Promise.all(files.map(async (name) => Number(await readFile(join(folder, name), 'utf8'))));
  for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGTERM');
  for (let i = 0; i < 50 && pids.some(isAlive); i++) await wait(100);
  for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    return pid > 1 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
