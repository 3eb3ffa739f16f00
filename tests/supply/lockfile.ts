import { existsSync, readFileSync } from 'node:fs';

/** One entry of package-lock.json that is installed from a registry. `path` is its folder in node_modules. */
export type Locked = {
  path: string;
  name: string;
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
};

/** What a package says of itself in node_modules; null if it is not installed on this machine. */
export type Installed = { version: string; license: string | null; installScripts: string[] } | null;

/** What the checks compare. Mutation tests change a copy of it. */
export type Tree = {
  locked: Locked[];
  installed: Map<string, Installed>;
  allowScripts: Record<string, unknown>;
  npmScripts: string[];
  hosts: string[];
};

type Lockfile = { packages: Record<string, Omit<Locked, 'path' | 'name'> & { name?: string; link?: true }> };
type Manifest = { allowScripts?: Record<string, unknown>; scripts: Record<string, string> };

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** Reads the lockfile, the packages in node_modules and package.json. `hosts`: the registries that npm is configured to use. */
export function readTree(hosts: string[]): Tree {
  const manifest = readJson('package.json') as Manifest;
  const locked = lockedPackages(readJson('package-lock.json') as Lockfile);
  return {
    locked,
    installed: new Map(locked.map(({ path }) => [path, readInstalled(path)])),
    allowScripts: manifest.allowScripts ?? {},
    npmScripts: Object.keys(manifest.scripts),
    hosts,
  };
}

function lockedPackages({ packages }: Lockfile): Locked[] {
  return Object.entries(packages).flatMap(([path, entry]) =>
    path.includes('node_modules/') && !entry.link ? [{ ...entry, path, name: entry.name ?? nameOf(path) }] : [],
  );
}

const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? path;

function readInstalled(path: string): Installed {
  if (!existsSync(`${path}/package.json`)) return null;
  const manifest = readJson(`${path}/package.json`) as { version: string; license?: unknown; scripts?: Record<string, string> };
  const declared = INSTALL_SCRIPTS.filter((name) => manifest.scripts?.[name]);
  // npm compiles a package with this file although it declares no script
  const installScripts = declared.length === 0 && existsSync(`${path}/binding.gyp`) ? ['binding.gyp'] : declared;
  return { version: manifest.version, license: typeof manifest.license === 'string' ? manifest.license : null, installScripts };
}
