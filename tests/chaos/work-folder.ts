import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './endings.ts';

/** Makes a folder for the files and logs of an installation. KEEP_LOGS=true keeps it. */
export async function makeFolder(suite: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `patchbay-${suite}-`));
  await chmod(folder, 0o755); // PostgreSQL runs as another user
  atEnd(async () => {
    if (process.env.KEEP_LOGS !== 'true') await rm(folder, { recursive: true, force: true });
    else console.log(`logs are in ${folder}`);
  });
  return folder;
}
