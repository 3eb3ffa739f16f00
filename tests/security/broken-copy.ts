import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasBuild } from '../../server/src/test-kit/programs.ts';

/** `url`: of a source file; `program`: the path of what is started. */
export type BrokenCopy = { url(path: string): string; program(name: 'main' | 'admin'): string; remove(): Promise<void> };

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Makes a copy of the server outside the repository, with text of its source replaced. It finds its packages through links. Throws if a
 * replacement matches nothing: it would prove nothing. Without replacements its programs are those of the build, where suites use it.
 */
export async function makeBrokenCopy(replacements: [RegExp, string][]): Promise<BrokenCopy> {
  const isBuilt = hasBuild && replacements.length === 0;
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-broken-'));
  await cp(join(root, 'server'), join(folder, 'server'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules') && !path.endsWith('.test.ts') && (isBuilt || !path.endsWith('server/dist')),
  });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(root, 'server/node_modules'), join(folder, 'server/node_modules')).catch(() => undefined);
  const source = join(folder, 'server/src');
  for (const [pattern, replacement] of replacements) {
    if ((await replaceEverywhere(source, pattern, replacement)) === 0) throw new Error(`${pattern} is nowhere in server/src`);
  }
  return {
    url: (path) => new URL(path, `file://${source}/`).href,
    program: (name) => (isBuilt ? join(folder, 'server/dist', `${name}.js`) : join(source, `${name}.ts`)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function replaceEverywhere(folder: string, pattern: RegExp, replacement: string): Promise<number> {
  let files = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(ts|sql)$/.test(name)) continue;
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    const broken = text.replace(pattern, replacement);
    if (broken === text) continue;
    await writeFile(path, broken);
    files++;
  }
  return files;
}
