import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareDrafts } from '../definition/compare.ts';
import { fileText, readFileText } from '../definition/file.ts';
import { problemsOf } from '../definition/problems.ts';
import type { Draft, Step } from '../definition/types.ts';
import { pathMarks } from './path-marks.ts';
import { TRIGGER } from './place.ts';
import { duration } from './summary.ts';
import { visitsOf } from './visits.ts';

const steps: Step[] = [
  { id: 'ask', type: 'ask', text: 'Size?', saveAs: 'answer', timeoutSeconds: 60, onReply: 'pick', onTimeout: 'pick' },
  { id: 'pick', type: 'branch', cases: [{ if: 'x', next: 'done' }], otherwise: 'done' },
  { id: 'done', type: 'end' },
];
const draft = (changed: Step[] = steps): Draft => ({ trigger: { type: 'api' }, steps: changed, isSingle: false, layout: {} });

test('a replay marks the exit that was taken, where two lead to one step, and where the run stands', () => {
  const visits = [
    { stepId: 'ask', outcome: 'asked' },
    { stepId: 'ask', outcome: 'timed_out' },
    { stepId: 'pick', outcome: 'chosen', detail: { case: null } },
    { stepId: 'done', outcome: 'ended' },
  ];
  const end = pathMarks(steps, visits, 3);
  assert.deepEqual([...end.lines.keys()], [`${TRIGGER}`, 'ask onTimeout', 'pick otherwise']);
  assert.equal(end.boxes.get('done')?.tone, 'now');
  const middle = pathMarks(steps, visits, 1);
  assert.equal(middle.boxes.get('pick')?.tone, 'off');
  assert.equal(pathMarks(steps, [{ stepId: 'ask', outcome: 'failed' }], 0).boxes.get('ask')?.tone, 'failed');
});

test('a step that waits is counted once per visit', () => {
  const counts = [
    { stepId: 'ask', type: 'ask', outcome: 'asked', count: 10 },
    { stepId: 'ask', type: 'ask', outcome: 'replied', count: 7 },
    { stepId: 'pick', type: 'branch', outcome: 'chosen', count: 6 },
    { stepId: 'pick', type: 'branch', outcome: 'failed', count: 1 },
  ];
  assert.deepEqual(
    [...visitsOf(counts)],
    [
      ['ask', 10],
      ['pick', 7],
    ],
  );
});

test('a comparison names added, removed and changed steps, their fields, and lines', () => {
  const newer = draft([
    { ...(steps[0] as Step), text: 'Which size?', onTimeout: 'late' },
    steps[1] as Step,
    { id: 'late', type: 'end' },
  ]);
  const { changes, fields, lines } = compareDrafts(draft(), newer);
  assert.deepEqual(Object.fromEntries(changes), { done: 'removed', ask: 'changed', pick: 'same', late: 'added' });
  assert.deepEqual(fields.get('ask'), ['text', 'onTimeout']);
  assert.deepEqual([...lines], [['ask onTimeout', 'added']]);
  assert.equal(
    [...compareDrafts(newer, newer).changes.values()].every((change) => change === 'same'),
    true,
  );
});

test('a file is read back as it was written; what would be lost or cannot be drawn is refused', () => {
  const text = fileText({ name: 'Sizes', description: null, ...draft() });
  const read = readFileText(text);
  assert.ok('file' in read);
  assert.equal(fileText(read.file), text);
  assert.deepEqual(readFileText('{'), { fault: { kind: 'not_json' } });
  assert.deepEqual(readFileText('[]'), { fault: { kind: 'not_object' } });
  assert.deepEqual(readFileText('{"stpes":[]}'), { fault: { kind: 'unknown', field: 'stpes' } });
  assert.deepEqual(readFileText('{"name":"a","trigger":{"type":"api"},"steps":[{"id":"a"}]}'), {
    fault: { kind: 'missing', field: 'steps.0' },
  });
});

test('an error of the API belongs to the step of its index', () => {
  const error = (message: string) => ({ key: 'custom', message });
  assert.deepEqual(problemsOf({ 'steps.1.cases.0.if': error('a'), 'steps.2': error('b'), 'trigger.type': error('c') }, draft()), [
    { stepId: 'pick', path: 'cases.0.if', message: 'a' },
    { stepId: 'done', path: '', message: 'b' },
    { stepId: null, path: 'trigger.type', message: 'c' },
  ]);
});

test('durations have their two largest units', () => {
  assert.deepEqual([5_400, 86_400 * 3 + 61, 59].map(duration), ['1 h 30 min', '3 d 1 min', '59 s']);
});
