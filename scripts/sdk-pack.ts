import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run pack -w sdk` writes sdk/dist, the published folder: JavaScript, declarations and a package.json that refers to them. In the
 * repository the package consists of its sources.
 */
const root = new URL('..', import.meta.url).pathname;
const dist = join(root, 'sdk/dist');

rmSync(dist, { recursive: true, force: true });
run(process.execPath, join(root, 'node_modules/typescript7/bin/tsc'), '-p', join(root, 'sdk/tsconfig.build.json'));

const { private: _private, scripts: _scripts, ...described } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8'));
const published = {
  ...described,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
  services: { node: '>=20.3' },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(root, 'sdk/README.md'), join(dist, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
