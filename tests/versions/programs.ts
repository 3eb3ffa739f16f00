import { access, chmod, glob, mkdir, readFile, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { program } from '../containers/docker.ts';
import type { Combination } from './combinations.ts';
import { type ServiceVersion, services } from './table.ts';

/** The root of the system that a release's programs are in, by the name of the release. */
export type Roots = Record<string, string>;

/** Installs the packages of this machine's own release, and unpacks those of other releases into folders below `folder`. */
export async function preparePrograms(folder: string, table: ServiceVersion[]): Promise<Roots> {
  const own = /^VERSION_CODENAME=(\w+)/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1];
  const roots: Roots = {};
  for (const release of new Set(table.map((row) => row.release))) {
    const rows = table.filter((row) => row.release === release);
    const packages = [...new Set(rows.map((row) => row.package))];
    if (release === own) await program('bash', ['scripts/need.sh', ...packages]);
    else await unpack(join(folder, release), release, rows, packages);
    roots[release] = release === own ? '/' : join(folder, release);
  }
  return roots;
}

/**
 * Unpacks packages with everything that they need, and makes their programs use the libraries beside them: those of this machine may be
 * older. Mirror and keys are those of apt on this machine. A folder that is there is used as it is.
 */
async function unpack(root: string, release: string, rows: ServiceVersion[], packages: string[]): Promise<void> {
  if (await exists(join(root, 'unpacked'))) return;
  await program('bash', ['scripts/need.sh', 'mmdebstrap', 'patchelf']);
  await program('mmdebstrap', ['--quiet', '--variant=extract', `--include=${packages.join(',')}`, release, root]);
  await chmod(root, 0o755); // PostgreSQL runs as another user
  const [loader] = await Array.fromAsync(glob(join(root, 'usr/lib/*/ld-linux-*.so.*')));
  if (!loader) throw new Error(`${root} has no loader of programs below usr/lib; the packages of ${release} are not complete`);
  for (const path of pathsOf(rows)) {
    const options = ['--force-rpath', '--set-rpath', dirname(loader), '--set-interpreter', loader];
    await program('patchelf', [...options, await realpath(join(root, path))]);
  }
  await mkdir(join(root, 'unpacked'));
}

const pathsOf = (rows: ServiceVersion[]): string[] => [
  ...new Set(rows.flatMap(({ folder, programs }) => Object.values(programs).map((name) => join(folder, name)))),
];

/** Makes a folder with links to the programs of a combination, under the names by which suites start them. */
export async function linkPrograms(folder: string, combination: Combination, roots: Roots): Promise<NodeJS.ProcessEnv> {
  await mkdir(folder);
  for (const service of services) {
    const { release, folder: within, programs } = combination[service];
    for (const [name, file] of Object.entries(programs))
      await symlink(join(roots[release] ?? '/', within, file), join(folder, name));
  }
  const { release, folder: within } = combination.postgresql;
  return { PATH: `${folder}:${process.env.PATH}`, POSTGRESQL_PROGRAMS: join(roots[release] ?? '/', within) };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
