import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWithLimit, exampleIn, sectionOf, unnamedFiles } from './limits.ts';

test('more files than allowed are a fault', () => {
  const touched = new Map([
    ['a.ts', 1],
    ['b.ts', 2],
  ]);
  assert.equal(compareWithLimit({ files: 2 }, touched).fault, undefined);
  assert.match(compareWithLimit({ files: 1 }, touched).fault ?? '', /touches 2 files by hand, 1 are allowed/);
});

test('lines outside the folder are counted, lines inside are not', () => {
  const touched = new Map([
    ['adapters/rcs/index.ts', 90],
    ['adapters/list.ts', 1],
  ]);
  const limit = { folder: /^adapters\/rcs\//, linesElsewhere: 1 };
  assert.equal(compareWithLimit(limit, touched).fault, undefined);
  assert.match(compareWithLimit({ ...limit, linesElsewhere: 0 }, touched).fault ?? '', /1 lines outside its folder/);
});

test('a file that the section does not name is reported', () => {
  const section =
    'A row in `server/src/http/v3/<things>.ts`, a file in `server/src/job-handlers/`, and [a page](docs/errors.md).';
  const files = ['server/src/http/v3/labels.ts', 'server/src/job-handlers/x.test.ts', 'docs/errors.md', 'server/src/app.ts'];
  assert.deepEqual(unnamedFiles(section, new Map(files.map((file) => [file, 1]))), ['server/src/app.ts']);
});

test('a section ends at the next heading', () => {
  assert.equal(sectionOf('\n## One\ntext\n### Part\n## Two\nother', 'One'), 'text\n### Part');
  assert.equal(sectionOf('\n## One\ntext', 'Three'), undefined);
});

test('the example of a section loses its indentation', () => {
  assert.equal(exampleIn('1. A file:\n\n   ```ts\n   const a = {\n     b: 1,\n   };\n   ```\n'), 'const a = {\n  b: 1,\n};\n');
  assert.throws(() => exampleIn('no code'), /no example/);
});
