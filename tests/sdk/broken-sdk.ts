import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { replaceEverywhere } from '../security/broken-copy.ts';
import type { Sdk } from './bench.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export type BrokenSdk = { folder: string; load(): Promise<Sdk> };

/**
 * Makes a copy of the SDK's source outside the repository, with text replaced. Throws unless a replacement matches in exactly one file.
 */
export async function withBrokenSdk<T>(
  [pattern, replacement]: [RegExp, string],
  work: (broken: BrokenSdk) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-broken-sdk-'));
  try {
    for (const name of ['sdk/src', 'sdk/package.json', 'sdk/tsconfig.json', 'sdk/tsconfig.build.json', 'tsconfig.json'])
      await cp(join(root, name), join(folder, name), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const changed = await replaceEverywhere(join(folder, 'sdk/src'), pattern, replacement);
    if (changed !== 1) throw new Error(`${pattern} is in ${changed} files of the SDK, and must be in one`);
    return await work({ folder, load: () => import(`file://${folder}/sdk/src/index.ts`) as Promise<Sdk> });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
