import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type DefinitionFile, fileText, revisionOf } from './canonical.ts';
import { compare } from './compare.ts';
import { unifiedDiff } from './diff.ts';
import { fileNames, slugOf } from './file-names.ts';
import { readDefinition } from './read-file.ts';

const file = (text = 'Hello'): DefinitionFile => ({
  name: 'Welcome',
  description: null,
  isSingle: true,
  trigger: { type: 'api', parameters: {} },
  steps: [{ next: 'b', text, type: 'send_message', id: 'a' }],
});

test('the order of keys in what the server answers does not matter, the order of steps does', () => {
  const shuffle = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shuffle)
      : value && typeof value === 'object'
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([k, v]) => [k, shuffle(v)]),
          )
        : value;
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (steps) => {
      const one = { ...file(), steps: steps as Record<string, unknown>[] };
      const other = shuffle(one) as DefinitionFile;
      assert.equal(fileText(other), fileText(one));
      assert.equal(revisionOf(other), revisionOf(one));
    }),
    { seed: 46 },
  );
  assert.notEqual(
    revisionOf({ ...file(), steps: [{ id: 'a' }, { id: 'b' }] }),
    revisionOf({ ...file(), steps: [{ id: 'b' }, { id: 'a' }] }),
  );
});

test('what is written is read back as it was', () => {
  const whole = { ...file(), id: 'x', version: 3, revision: 'abc' };
  assert.equal(fileText(readDefinition(fileText(whole), 'f')), fileText(whole));
  assert.match(
    fileText(whole),
    /"steps": \[\n {4}\{\n {6}"id": "a",\n {6}"type": "send_message",\n {6}"text": "Hello",\n {6}"next": "b"/,
  );
});

test('a file with a field that would be lost is refused by name', () => {
  assert.throws(
    () => readDefinition('{"name":"x","trigger":{},"steps":[],"stpes":[]}', 'f.json'),
    /f\.json: there is no field stpes/,
  );
  assert.throws(() => readDefinition('{', 'f.json'), /f\.json is not JSON/);
});

test('who changed it is known from the revision both sides had', () => {
  const base = revisionOf(file());
  assert.equal(compare({ ...file(), revision: base }, file()), 'same');
  assert.equal(compare({ ...file('mine'), revision: base }, file()), 'changed here');
  assert.equal(compare({ ...file(), revision: base }, file('theirs')), 'changed there');
  assert.equal(compare({ ...file('mine'), revision: base }, file('theirs')), 'changed in both');
  assert.equal(compare({ ...file('both'), revision: base }, file('both')), 'same');
  assert.equal(compare(file('mine'), file()), 'changed in both');
});

test('file names: plain letters, kept by who has one, never shared', () => {
  assert.deepEqual([slugOf('Grüße & Co'), slugOf('日本'), slugOf('../../etc/passwd')], ['grusse-co', 'automation', 'etc-passwd']);
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.uuid(), name: fc.constantFrom('A', 'a!', 'B', '') }), { maxLength: 8 }), (some) => {
      const unique = [...new Map(some.map((one) => [one.id.slice(-8), one])).values()];
      const names = fileNames(unique, new Map(unique.slice(0, 1).map(({ id }) => [id, 'kept.json'])));
      assert.equal(new Set(names.values()).size, unique.length);
      if (unique[0]) assert.equal(names.get(unique[0].id), 'kept.json');
    }),
    { seed: 46 },
  );
});

test('a diff, applied to the old text, gives the new one', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 30 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, after) => assert.equal(applied(before, unifiedDiff(before, after)), after)),
    { seed: 46 },
  );
  assert.deepEqual(unifiedDiff('same\n', 'same\n'), []);
});

/** As patch does it: by the line numbers of the headings. */
function applied(before: string, diff: string[]): string {
  const old = before.split('\n').slice(0, -1);
  const fresh: string[] = [];
  let at = 0;
  for (const line of diff) {
    const heading = /^@@ -(\d+),(\d+) /.exec(line);
    if (heading) {
      const start = Number(heading[1]) - (heading[2] === '0' ? 0 : 1);
      while (at < start) fresh.push(old[at++] ?? '');
    } else if (line[0] === '+') fresh.push(line.slice(1));
    else {
      assert.equal(old[at], line.slice(1));
      if (line[0] === ' ') fresh.push(line.slice(1));
      at++;
    }
  }
  return [...fresh, ...old.slice(at)].map((line) => `${line}\n`).join('');
}
