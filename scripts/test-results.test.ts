import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { addResults, failedByChance, filesToRepeat, totalOf, withRepeated } from './test-results.ts';

const of = (passed: number, failed: number) => ({ passed, failed });
const [a, b] = [resolve('a.test.ts'), resolve('b.test.ts')];

test('the final results of a repeated file replace the first ones', () => {
  const first = addResults([{ [a]: of(2, 1) }, { [b]: of(5, 0), [a]: of(1, 0) }]);
  assert.deepEqual(first, { [a]: of(3, 1), [b]: of(5, 0) });
  assert.deepEqual(filesToRepeat(first, ['a.test.ts', 'b.test.ts']), ['a.test.ts']);
  const passing = { [a]: of(4, 0) };
  assert.deepEqual(failedByChance(first, passing), [a]);
  const final = withRepeated(first, passing);
  assert.deepEqual([totalOf(final, 'passed'), totalOf(final, 'failed')], [9, 0]);
  assert.deepEqual(failedByChance(first, { [a]: of(3, 1) }), []);
});

test('six failed files are repeated, seven are not', () => {
  const files = Array.from({ length: 7 }, (_, i) => `f${i}.test.ts`);
  const failing = (count: number) => Object.fromEntries(files.slice(0, count).map((file) => [resolve(file), of(1, 1)]));
  assert.deepEqual(filesToRepeat(failing(6), files), files.slice(0, 6));
  assert.deepEqual(filesToRepeat(failing(7), files), []);
});

/** Runs test files as CI does, outside of this test run. */
function runTests(files: string[]): Promise<{ code: number; output: string }> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((done) =>
    execFile(process.execPath, ['scripts/test.ts', ...files], { env }, (error, output) =>
      done({ code: error ? Number(error.code) : 0, output }),
    ),
  );
}

test('npm test: a file that passes when it is repeated is green and named; one that fails again is red', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-tests-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, body: string) => {
    const file = join(folder, `${name}.test.ts`);
    writeFileSync(file, `import { test } from 'node:test';\nimport { existsSync, writeFileSync } from 'node:fs';\n${body}`);
    return file;
  };
  const seen = join(folder, 'seen');
  const once = `if (!existsSync('${seen}')) { writeFileSync('${seen}', ''); throw new Error('the first time'); }`;
  const [good, lucky] = [
    write('good', "test('good', () => {});"),
    write('lucky', `test('x', () => {}); test('y', () => { ${once} });`),
  ];
  const green = await runTests([good, lucky]);
  assert.match(green.output, /failed by chance: .*lucky\.test\.ts\ntests: 3 passed, 0 failed\n$/);
  assert.equal(green.code, 0);
  const red = await runTests([good, write('bad', "test('bad', () => { throw new Error('always'); });")]);
  assert.match(red.output, /\ntests: 1 passed, 1 failed\n$/);
  assert.doesNotMatch(red.output, /failed by chance/);
  assert.equal(red.code, 1);
});
