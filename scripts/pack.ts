import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run pack -w sdk` and `npm run pack -w cli` write the published folder, `dist` unless another one is named: JavaScript and a
 * package.json that refers to it. In the repository both packages consist of their sources.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const builders: Record<string, (folder: string) => object> = { sdk: buildSdk, cli: buildCli };
const [name = '', folder = join(root, name, 'dist')] = process.argv.slice(2);
const build = builders[name];
if (!build) throw new Error(`scripts/pack.ts packs sdk or cli, not "${name}"`);
pack(resolve(folder), build);

function pack(dist: string, build: (folder: string) => object): void {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const { private: _private, scripts: _scripts, ...described } = manifest(name);
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ ...described, ...build(dist) }, null, 2)}\n`);
  cpSync(join(root, name, 'README.md'), join(dist, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
}

function buildSdk(dist: string): object {
  compile('--outDir', dist);
  return {
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    engines: { node: '>=20.3' },
  };
}

/** The compiler follows the import of the SDK and writes it too; the published command line takes it from its own package. */
function buildCli(dist: string): object {
  const compiled = join(dist, 'compiled');
  compile('--outDir', compiled);
  renameSync(join(compiled, 'cli/src'), join(dist, 'src'));
  rmSync(compiled, { recursive: true });
  const start = readFileSync(join(root, 'cli/bin/patchbay.js'), 'utf8');
  mkdirSync(join(dist, 'bin'));
  writeFileSync(join(dist, 'bin/patchbay.js'), start.replace('../src/main.ts', '../src/main.js'), { mode: 0o755 });
  return { dependencies: { '@patchbay/sdk': manifest('sdk').version } };
}

function manifest(workspace: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
}

function compile(...args: string[]): void {
  const tsc = join(root, 'node_modules/typescript7/bin/tsc');
  const project = join(root, name, 'tsconfig.build.json');
  const { status } = spawnSync(process.execPath, [tsc, '-p', project, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
