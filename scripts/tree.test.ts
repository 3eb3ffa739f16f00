import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const inServer = foldersIn('server/src').flatMap((folder) => [folder, ...foldersIn(`server/src/${folder}`)]);
const inOthers = ['sandbox/src', 'sdk/src', 'cli/src', 'console/src', 'scripts'].flatMap(foldersIn);

test('the tree of ARCHITECTURE.md has every folder', () => {
  const tree = readFileSync('ARCHITECTURE.md', 'utf8').split('\n## The tree\n')[1]?.split('\n## ')[0] ?? '';
  const missing = [...inServer, ...inOthers]
    .filter((name) => name !== 'samples')
    .filter((name) => !tree.includes(` ${name}/`) && !tree.includes(`\n${name}/`));
  assert.deepEqual(missing, []);
});

test('tests/README.md has every folder of tests', () => {
  const page = readFileSync('tests/README.md', 'utf8');
  assert.deepEqual(
    foldersIn('tests').filter((name) => !page.includes(`${name}/`)),
    [],
  );
});
