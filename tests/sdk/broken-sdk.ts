import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sdk } from './bench.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export type BrokenSdk = { folder: string; load(): Promise<Sdk> };

/**
 * A copy of the SDK's sources with something in them replaced, outside the repository. A replacement that does not find its text
 * in exactly one file is a mistake: it would prove nothing.
 */
export async function withBrokenSdk<T>(
  [pattern, replacement]: [RegExp, string],
  work: (broken: BrokenSdk) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-broken-sdk-'));
  try {
    for (const name of ['sdk/src', 'sdk/tsconfig.json', 'sdk/tsconfig.build.json', 'tsconfig.json'])
      await cp(join(root, name), join(folder, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const changed = await replaceIn(join(folder, 'sdk/src'), pattern, replacement);
    if (changed !== 1) throw new Error(`${pattern} is in ${changed} files of the SDK, and must be in one`);
    return await work({ folder, load: () => import(`file://${folder}/sdk/src/index.ts`) as Promise<Sdk> });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function replaceIn(folder: string, pattern: RegExp, replacement: string): Promise<number> {
  let files = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    const broken = text.replace(pattern, replacement);
    if (broken === text) continue;
    await writeFile(path, broken);
    files++;
  }
  return files;
}
