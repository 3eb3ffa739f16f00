import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chanceIn, countsIn, cpuSecondsIn, figuresIn } from './suites/figures.ts';
import { onTracks } from './suites/run-all.ts';
import { runSuite } from './suites/run-suite.ts';
import { suites } from './suites/table.ts';

const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts);

test('every script that tests or measures is a suite, and every suite is a script', () => {
  const ours = scripts.filter((name) => /^(test|bench|chaos|conformance)(:|$)/.test(name));
  const listed = new Set(suites.map(({ script }) => script));
  assert.deepEqual(
    ours.filter((name) => !listed.has(name)),
    [],
  );
  assert.deepEqual(
    [...listed].filter((name) => !scripts.includes(name)),
    [],
  );
  assert.equal(new Set(suites.map(({ name }) => name)).size, suites.length);
});

test('figures are pairs on lines that hold nothing else', () => {
  assert.deepEqual(figuresIn('x=1 is a sentence\nscenes=32 failed=0\nkept=true\n'), { scenes: '32', failed: '0', kept: 'true' });
  assert.equal(countsIn('tests: 3 passed, 0 failed\nconformance: 5 passed, 1 failed'), '5 passed, 1 failed');
  assert.equal(countsIn('nothing'), undefined);
  assert.deepEqual(chanceIn('x\nfailed by chance: a.test.ts\ntests: 1 passed, 0 failed'), ['failed by chance: a.test.ts']);
  const [failure, error] = chanceIn('FAILED a (a.test.ts:1)\nAssertionError: 1 !== 2\n\nfailed by chance: a.test.ts');
  assert.deepEqual([failure, error], ['FAILED a (a.test.ts:1)', 'AssertionError: 1 !== 2']);
  assert.deepEqual(chanceIn('FAILED a\ntests: 0 passed, 1 failed'), []);
});

test('two tracks run two tasks at a time and keep their order', async () => {
  let [under, most] = [0, 0];
  const results = await onTracks(2, [5, 1, 3, 2], async (n) => {
    most = Math.max(most, ++under);
    await new Promise((resolve) => setTimeout(resolve, n));
    under--;
    return n * 2;
  });
  assert.deepEqual([results, most], [[10, 2, 6, 4], 2]);
});

test('the processor time of a suite is that of all its processes', async (t) => {
  assert.equal(cpuSecondsIn('0m0.003s 0m0.002s\n1m2.500s 0m1.250s\n'), 64);
  assert.equal(cpuSecondsIn(''), null);
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-suites-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const suite = { name: 'x', script: 'no-such-script', promise: null, ci: null, nightly: {} };
  const { isGreen, cpuSeconds } = await runSuite(suite, {}, folder, 120_000);
  assert.deepEqual([isGreen, typeof cpuSeconds], [false, 'number']);
});
