import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../chaos/endings.ts';
import { apart } from '../dev/apart.ts';
import { startDev } from '../dev/dev-process.ts';
import { root } from './pages.ts';

/** `npm run dev` with a database of its own, and a folder that looks like the reader's checkout. */
export type Stage = { folder: string; env: Record<string, string>; databaseUrl: string };

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-docs-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['package.json', 'node_modules', 'server', 'sandbox', 'scripts'])
    await symlink(join(root, name), join(folder, name));
  const settings = {
    ...(await apart('docs')),
    DEV_STATE_FILE: join(folder, 'dev.json'),
    FILES_DIR: join(folder, 'files'),
    V2_SUNSET_AT: '2099-01-01T00:00:00Z',
    LOG_LEVEL: 'info',
    DEV_DEMO: 'none', // the pages speak of one contact
    DOCS_DIR: join(folder, 'site'), // not built: no block reads it
  };
  const dev = await startDev(settings);
  atEnd(dev.kill);
  atEnd(dev.interrupt);
  return { folder, databaseUrl: settings.DATABASE_URL, env: { ...settings, ...(await examples(join(folder, 'dev.env'))) } };
}

async function examples(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8')).matchAll(/^export (\w+)='(.*)'$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [String(name), String(value)]));
}
