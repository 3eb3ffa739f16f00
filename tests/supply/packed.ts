import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '../chaos/endings.ts';
import { npm, type Ran } from './npm.ts';

type Packed = { name: string; filename: string; files: { path: string }[] };

const USE_SDK = `import { Patchbay, verifyWebhook } from '@patchbay/sdk';
const patchbay = new Patchbay({ token: 'none', baseUrl: 'http://localhost:1' });
console.log(typeof patchbay.contacts.create, typeof verifyWebhook);`;

/** Packs SDK and command line, installs both into an empty folder outside of the repository and executes them. */
export async function checkPacked(): Promise<{ packed: number; problems: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-packed-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const packed = ['sdk', 'cli'].map((name) => pack(name, folder));
  const problems = packed.flatMap(checkContents);
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await writeFile(join(folder, 'use-sdk.js'), USE_SDK);
  const tarballs = packed.map(({ filename }) => join(folder, filename));
  const install = npm(['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
  if (install.status !== 0) return { packed: 0, problems: [...problems, `packed: not installable: ${install.stderr}`] };
  return { packed: packed.length, problems: [...problems, ...executed(folder)] };
}

function pack(name: string, folder: string): Packed {
  const dist = join(folder, 'dist', name);
  must(spawnSync(process.execPath, ['scripts/pack.ts', name, dist], { encoding: 'utf8' }), `scripts/pack.ts ${name}`);
  const { stdout } = must(npm(['pack', '--json', '--pack-destination', folder, dist]), `npm pack ${name}`);
  const answer = JSON.parse(stdout) as Packed[] | Record<string, Packed>;
  return Object.values(answer)[0] as Packed;
}

function must(ran: Ran, what: string): Ran {
  if (ran.status !== 0) throw new Error(`${what} failed: ${ran.stderr || ran.stdout}`);
  return ran;
}

/** A package holds its licence and its manual, and neither sources nor tests. */
function checkContents({ name, files }: Packed): string[] {
  const paths = files.map(({ path }) => path);
  const missing = ['LICENSE', 'README.md', 'package.json'].filter((path) => !paths.includes(path));
  const foreign = paths.filter((path) => /\.test\.|(?<!\.d)\.ts$|\.env/.test(path));
  return [
    ...missing.map((path) => `${name}: the package lacks ${path}`),
    ...foreign.map((path) => `${name}: the package contains ${path}`),
  ];
}

function executed(folder: string): string[] {
  const run = (...args: string[]): Ran => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const patchbay = 'node_modules/@patchbay/cli/bin/patchbay.js';
  const runs: [what: string, ran: Ran, expected: RegExp][] = [
    ['the SDK is imported and a client made', run('use-sdk.js'), /^function function$/m],
    ['patchbay --version', run(patchbay, '--version'), /\d+\.\d+\.\d+/],
    ['patchbay --help', run(patchbay, '--help'), /listen/],
    ['npx patchbay', npm(['exec', '--offline', '--', 'patchbay', '--version'], folder), /\d+\.\d+\.\d+/],
  ];
  return runs.flatMap(([what, { status, stdout, stderr }, expected]) =>
    status === 0 && expected.test(stdout) ? [] : [`packed: ${what}: exit code ${status}: ${stderr || stdout}`],
  );
}
