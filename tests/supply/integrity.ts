import type { Locked, Tree } from './lockfile.ts';

const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Returns a problem for each entry without a hash, from a host that npm is not configured to use, or not installed as locked. */
export function checkIntegrity({ locked, installed, hosts }: Tree): string[] {
  return locked.flatMap((entry) => [
    ...hashProblem(entry),
    ...originProblem(entry, hosts),
    ...installedProblem(entry, installed.get(entry.path)?.version),
  ]);
}

function hashProblem({ path, integrity }: Locked): string[] {
  return integrity && SHA512.test(integrity) ? [] : [`${path}: no SHA-512 integrity in the lockfile; write the lockfile again`];
}

/** Entries without `resolved` come from the configured registry. */
function originProblem({ path, resolved }: Locked, hosts: string[]): string[] {
  if (resolved === undefined) return [];
  const url = URL.parse(resolved);
  if (url?.protocol === 'https:' && hosts.includes(url.host)) return [];
  return [`${path}: comes from ${url?.host || resolved}, which is no configured registry; install it from the registry`];
}

/** Optional packages of other platforms are not installed. */
function installedProblem({ path, version, optional, devOptional }: Locked, found: string | undefined): string[] {
  if (found === undefined) return optional || devOptional ? [] : [`${path}: is in the lockfile and not installed; run npm ci`];
  return found === version ? [] : [`${path}: ${found} is installed and ${version} is in the lockfile; run npm ci`];
}
