import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { countsIn, figuresIn } from './suites/figures.ts';
import { onTracks } from './suites/run-all.ts';
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
