import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atEnd } from '../chaos/endings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A change of one file of the console, by its path below `console/src`. */
export type Change = { file: string; find: string; replacement: string };

/** Builds a copy of the console with changed sources, outside the repository. Returns the folder of the build. */
export async function buildBrokenConsole(changes: readonly Change[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-broken-console-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await cp(join(root, 'console'), join(folder, 'console'), {
    recursive: true,
    filter: (path) => !/console\/(node_modules|dist)/.test(path) && !path.endsWith('.test.ts'),
  });
  for (const name of ['node_modules', 'console/node_modules', 'sdk', 'server', 'tsconfig.json'])
    await symlink(join(root, name), join(folder, name)).catch(() => undefined); // packages of the console may all be in the root
  await cp(join(root, 'scripts/console.ts'), join(folder, 'scripts/console.ts'));
  for (const change of changes) await apply(join(folder, 'console/src'), change);
  await promisify(execFile)(process.execPath, [join(folder, 'scripts/console.ts')], { cwd: folder });
  return join(folder, 'console/dist');
}

/** Throws if the text is not in the file exactly once: the mutant would prove nothing. */
async function apply(source: string, { file, find, replacement }: Change): Promise<void> {
  const path = join(source, file);
  const text = await readFile(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`"${find}" is not once in console/src/${file}`);
  await writeFile(
    path,
    text.replace(find, () => replacement),
  );
}
