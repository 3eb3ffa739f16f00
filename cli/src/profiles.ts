import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure, usage } from './failure.ts';
import type { Io } from './io.ts';

export type Profile = { url: string; token: string; signingSecret?: string };
export type Settings = { current: string; profiles: Record<string, Profile> };
/** The account of a command; `profile` is null if the token comes from the environment. */
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

/** XDG_CONFIG_HOME is used only if it is an absolute path, as its specification requires. */
export function configFolder(env: Io['env']): string {
  const given = env.XDG_CONFIG_HOME ?? '';
  return join(given.startsWith('/') ? given : join(env.HOME || homedir(), '.config'), 'patchbay');
}

/** Stores tokens in one file that only the owner can read. Restores the mode, with a warning, if others can read it. */
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

/** Writes a file atomically, with its final mode from the start. */
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
  warn(`${file} was readable by other users; its mode is now 0600. If this machine is shared, create a new token.`);
}

export function parseSettings(text: string, file: string): Settings {
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Settings>;
    if (typeof current !== 'string' || typeof profiles !== 'object' || profiles === null)
      throw new Error('it lacks current or profiles');
    return { current, profiles };
  } catch (error) {
    throw new Failure('failed', `${file} is not a valid patchbay configuration: ${(error as Error).message}`, {
      todo: 'correct it, or delete it and log in again',
    });
  }
}

type Wishes = { profile?: string | undefined; url?: string | undefined };

export const wishedProfile = (env: Io['env'], wishes: Wishes): string | undefined =>
  wishes.profile ?? (env.PATCHBAY_PROFILE || undefined);

/** Options override the environment, which overrides the profile. */
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
    throw usage(`${text} is not a valid server address`, 'use http://host:port or https://host');
  return text.replace(/\/+$/, '');
}
