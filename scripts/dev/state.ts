import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Connected } from '../../sandbox/src/index.ts';

/** What one run leaves for the next. Secrets among it are shown once and never again, so they must be kept here. */
export type DevState = {
  tenantId: string;
  accessToken: string;
  webhook?: { id: string; secret: string };
  channels: Pick<Connected, 'kind' | 'channelId' | 'credentials'>[];
};

export async function readState(file: string): Promise<DevState | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DevState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read; delete it to begin with a new tenant. (${(error as Error).message})`);
  }
}

export async function writeState(file: string, state: DevState): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await writeFile(headerFile(file), `Authorization: Bearer ${state.accessToken}\n`, { mode: 0o600 });
}

/** The token as curl reads it, from wherever it is called: -H @file. */
export const headerFile = (file: string): string => resolve(file.replace(/(\.json)?$/, '.header'));
