import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Connected } from '../../sandbox/src/index.ts';

/** The state that is stored between runs. It contains secrets that the API shows only once. */
export type DevState = {
  tenantId: string;
  accessToken: string;
  /** Whether the demo data is complete, and the account of the developer. */
  isSeeded?: boolean;
  developer?: { email: string; password: string };
  webhook?: { id: string; secret: string };
  channels: Pick<Connected, 'kind' | 'channelId' | 'credentials'>[];
};

export async function readState(file: string): Promise<DevState | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DevState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read; delete it to start with a new tenant. (${(error as Error).message})`);
  }
}

export async function writeState(file: string, state: DevState): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  await writeFile(headerFile(file), `Authorization: Bearer ${state.accessToken}\n`, { mode: 0o600 });
}

/** Returns the file with the token as a header for curl: -H @file. */
export const headerFile = (file: string): string => resolve(file.replace(/(\.json)?$/, '.header'));
