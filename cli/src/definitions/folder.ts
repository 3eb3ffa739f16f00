import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { ifMissing } from '../profiles.ts';
import { type DefinitionFile, fileText } from './canonical.ts';
import { readDefinition } from './read-file.ts';

export type Local = { name: string; path: string; file: DefinitionFile };

/** The definitions in a folder, by the names of their files. A folder that is not there has none. */
export async function readFolder(folder: string): Promise<Local[]> {
  const names = ((await readdir(folder).catch(ifMissing)) ?? []).filter((name) => name.endsWith('.json')).toSorted();
  const found = await Promise.all(
    names.map(async (name) => ({
      name,
      path: join(folder, name),
      file: readDefinition(await readFile(join(folder, name), 'utf8'), join(folder, name)),
    })),
  );
  requireOneEach(found);
  return found;
}

/** A file that was copied still names the automation it was copied from. */
function requireOneEach(found: readonly Local[]): void {
  const byId = new Map<string, string>();
  for (const { path, file } of found) {
    if (file.id === undefined) continue;
    const other = byId.get(file.id);
    if (other)
      throw new Failure('failed', `${other} and ${path} are the same automation ${file.id}`, {
        todo: 'take id, version and revision out of the one that is to be a new automation',
      });
    byId.set(file.id, path);
  }
}

export async function writeDefinition(folder: string, name: string, file: DefinitionFile): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), fileText(file));
}
