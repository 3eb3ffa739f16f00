import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure, usage } from './failure.ts';
import type { Io } from './io.ts';

export type Profile = { url: string; token: string; signingSecret?: string };
export type Settings = { current: string; profiles: Record<string, Profile> };
/** Who calls: `profile` is null where the environment has brought the token along. */
export type Account = { url: string; token: string; profile: string | null };

export type Store = {
  folder: string;
  read(): Promise<Settings>;
  write(settings: Settings): Promise<void>;
};

export const DEFAULT_URL = 'http://127.0.0.1:8080';
const EMPTY: Settings = { current: 'default', profiles: {} };
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** XDG_CONFIG_HOME counts only where it is an absolute path, as its specification says. */
export function configFolder(env: Io['env']): string {
  const given = env.XDG_CONFIG_HOME ?? '';
  return join(given.startsWith('/') ? given : join(env.HOME || homedir(), '.config'), 'patchbay');
}

/** Tokens are in one file that nobody else can read. A file whose mode was loosened is tightened, and that is said. */
export function openStore(folder: string, warn: (text: string) => void): Store {
  const file = join(folder, 'config.json');
  return {
    folder,
    async read() {
      const text = await readFile(file, 'utf8').catch(ifMissing);
      if (text === undefined) return EMPTY;
      await tighten(file, warn);
      return parseSettings(text, file);
    },
    async write(settings) {
      await writeForOwner(folder, 'config.json', `${JSON.stringify(settings, null, 2)}\n`);
    },
  };
}

/** Whole or not at all: a reader never sees half a file, and the mode is right from the first byte on. */
export async function writeForOwner(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const temporary = join(folder, `.${name}.${process.pid}`);
  await writeFile(temporary, text, { mode: OWNER_ONLY });
  await rename(temporary, join(folder, name));
}

export function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw new Failure('failed', `${error.path ?? 'a file'} cannot be read: ${error.message}`);
}

async function tighten(file: string, warn: (text: string) => void): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return;
  await chmod(file, OWNER_ONLY);
  warn(`${file} could be read by others; it is 0600 now. If this machine is shared, make a new token.`);
}

export function parseSettings(text: string, file: string): Settings {
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Settings>;
    if (typeof current !== 'string' || typeof profiles !== 'object' || profiles === null)
      throw new Error('it lacks current or profiles');
    return { current, profiles };
  } catch (error) {
    throw new Failure('failed', `${file} is not what patchbay wrote: ${(error as Error).message}`, {
      todo: 'mend it, or delete it and log in again',
    });
  }
}

type Wishes = { profile?: string | undefined; url?: string | undefined };

export const wishedProfile = (env: Io['env'], wishes: Wishes): string | undefined =>
  wishes.profile ?? (env.PATCHBAY_PROFILE || undefined);

/** Options before the environment, the environment before the profile. */
export function accountFrom(settings: Settings, env: Io['env'], wishes: Wishes): Account {
  const name = wishedProfile(env, wishes) ?? settings.current;
  const profile = settings.profiles[name];
  const url = checkedUrl(wishes.url ?? (env.PATCHBAY_URL || undefined) ?? profile?.url ?? DEFAULT_URL);
  if (env.PATCHBAY_TOKEN && wishes.profile === undefined) return { url, token: env.PATCHBAY_TOKEN, profile: null };
  if (profile) return { url, token: profile.token, profile: name };
  const others = Object.keys(settings.profiles);
  throw new Failure('refused', others.length > 0 ? `there is no profile ${name}` : 'you are not logged in', {
    todo: `${others.length > 0 ? `there are: ${others.join(', ')}; ` : ''}run: patchbay login${name === 'default' ? '' : ` --profile ${name}`}, or set PATCHBAY_TOKEN`,
  });
}

export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw usage(`${text} is not the address of a server`, 'give http://host:port or https://host');
  return text.replace(/\/+$/, '');
}
