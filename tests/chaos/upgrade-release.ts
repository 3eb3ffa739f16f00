import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atEnd } from './endings.ts';

/** The sources of one version. */
export type Release = { name: string; main: string; admin(env: Record<string, string>, ...args: string[]): Promise<string> };

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const MODULES = ['node_modules', 'server/node_modules'];

export const currentRelease = (): Release => releaseAt('current', root);

/** Checks out the commit of previous-release.txt beside this tree. Its packages are linked if the lock files are equal, else installed. */
export async function previousRelease(): Promise<Release> {
  const commit = (await readFile(new URL('previous-release.txt', import.meta.url), 'utf8')).trim();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-previous-'));
  atEnd(async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: root });
    await rm(folder, { recursive: true, force: true });
  });
  await run('git', ['worktree', 'add', '--detach', folder, commit], { cwd: root }).catch((error: { stderr?: string }) => {
    throw new Error(`The previous release ${commit} cannot be checked out; fetch the whole history. ${error.stderr}`);
  });
  const [theirs, ours] = await Promise.all([folder, root].map((tree) => readFile(join(tree, 'package-lock.json'), 'utf8')));
  if (theirs === ours) {
    for (const path of MODULES.filter((one) => existsSync(join(root, one)))) await symlink(join(root, path), join(folder, path));
  } else {
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
    await run('npm', ['ci', '--omit=dev', ...options], { cwd: folder, maxBuffer: 10_000_000 });
  }
  return releaseAt(commit.slice(0, 8), folder);
}

/** Returns the release whose sources are in a folder. */
export function releaseAt(name: string, folder: string): Release {
  const admin = join(folder, 'server/src/admin.ts');
  return {
    name,
    main: join(folder, 'server/src/main.ts'),
    admin: async (env, ...args) => (await run(process.execPath, [admin, ...args], { env: { ...process.env, ...env } })).stdout,
  };
}
