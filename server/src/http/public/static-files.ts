import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A folder with far more files than a site of ours is not one. */
const MOST_FILES = 5_000;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};
const OTHER_TYPE = 'text/plain; charset=utf-8';

export const contentType = (name: string): string => types[extname(name)] ?? OTHER_TYPE;

/** Returns the regular files below a folder by their URL path. Skips links: they could point outside the folder. */
export async function listFiles(setting: string, folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (paths.length > MOST_FILES)
    throw new Error(`${setting} (${folder}) has ${paths.length} files, more than ${MOST_FILES}: is it the right folder?`);
  return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), path]));
}

/** Returns undefined when the file was deleted since the start, for example while the site is rebuilt. */
export const sizeOf = async (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
