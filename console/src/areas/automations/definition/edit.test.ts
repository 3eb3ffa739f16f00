import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdit, type Edit, stepOf } from './edit.ts';
import { exitsOf } from './exits.ts';
import { applyChange, startHistory } from './history.ts';
import { newStep } from './new-step.ts';
import { withValueAt } from './path.ts';
import { stepTypes } from './schema.ts';
import type { Draft, Step } from './types.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const step = (id: string, type: string, targets: (string | null)[]): Step =>
  exitsOf(newStep(type, id)).reduce(
    (made, { path }, index) => {
      const target = targets[index % targets.length];
      return target ? withValueAt(made, path, target) : made;
    },
    newStep(type, id),
  );

const someId = fc.constantFrom(...ids, 'missing');
const drafts: fc.Arbitrary<Draft> = fc
  .array(
    fc.record({
      type: fc.constantFrom(...stepTypes),
      targets: fc.array(fc.option(fc.constantFrom(...ids)), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: ids.length },
  )
  .map((made) => ({
    trigger: { type: 'api' },
    steps: made.map(({ type, targets }, index) => step(ids[index] ?? '', type, targets)),
    isSingle: false,
    layout: {},
  }));

const from = fc.record({ stepId: someId, path: fc.constantFrom('next', 'otherwise', 'cases.0.next', 'onReply', 'nothing') });
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    type: fc.constantFrom(...stepTypes),
    id: fc.constantFrom('f', 'g', 'a', 'Bad Id'),
    from: fc.oneof(from, fc.constantFrom('start' as const, null)),
  }),
  fc.record({ do: fc.constant('remove' as const), ids: fc.array(someId, { maxLength: 2 }) }),
  fc.record({ do: fc.constant('connect' as const), from, to: someId }),
  fc.record({ do: fc.constant('disconnect' as const), from }),
  fc.record({ do: fc.constant('rename' as const), stepId: someId, to: fc.constantFrom('z', 'a', '9') }),
  fc.record({ do: fc.constant('start' as const), stepId: someId }),
  fc.record({ do: fc.constant('change' as const), stepId: someId, path: fc.constantFrom('text', 'saveAs'), value: fc.string() }),
  fc
    .tuple(someId, fc.record({ x: fc.integer(), y: fc.integer() }))
    .map(([id, position]): Edit => ({ do: 'move', positions: { [id]: position } })),
  fc.constant({ do: 'tidy' as const }),
);

const seed = 96;

test('after any edits every exit leads to a step that exists, if it did before, ids are unique and one step stays', () => {
  const closed = drafts.filter(({ steps }) => exitsLeadSomewhere(steps));
  fc.assert(
    fc.property(closed, fc.array(edits, { maxLength: 12 }), (draft, list) => {
      const { steps, layout } = list.reduce(applyEdit, draft);
      assert.ok(steps.length >= 1);
      assert.equal(new Set(steps.map(({ id }) => id)).size, steps.length);
      assert.ok(exitsLeadSomewhere(steps));
      for (const id of Object.keys(layout)) assert.ok(steps.some((step) => step.id === id));
    }),
    { seed },
  );
});

const exitsLeadSomewhere = (steps: readonly Step[]): boolean => {
  const known = new Set(steps.map(({ id }) => id));
  return steps.every((step) => exitsOf(step).every(({ target }) => target === undefined || known.has(target)));
};

test('undo as often as there were changes is the definition of the beginning, redo the one of the end', () => {
  fc.assert(
    fc.property(drafts, fc.array(edits, { maxLength: 12 }), (draft, list) => {
      const end = list.reduce(applyChange, startHistory(draft));
      let history = end;
      for (const _ of end.past) history = applyChange(history, { do: 'undo' });
      assert.equal(history.present, draft);
      for (const _ of end.past) history = applyChange(history, { do: 'redo' });
      assert.equal(history.present, end.present);
    }),
    { seed },
  );
});

test('letters in one field are undone together; a change of another field, an undo or a pause starts a new step', () => {
  const draft: Draft = { trigger: { type: 'api' }, steps: [newStep('ask', 'a')], isSingle: false, layout: {} };
  const type = (path: string, value: string): Edit => ({ do: 'change', stepId: 'a', path, value });
  const typed = [type('text', 'H'), type('text', 'Hi'), type('saveAs', 'x')].reduce(applyChange, startHistory(draft));
  assert.equal(typed.past.length, 2);
  assert.equal(stepOf(applyChange(typed, { do: 'undo' }).present, 'a')?.text, 'Hi');
  const again = applyChange(applyChange(applyChange(typed, { do: 'undo' }), { do: 'undo' }), { do: 'redo' });
  assert.equal(applyChange(again, type('text', 'Ho')).past.length, 2);
  const paused = [type('text', 'H'), { do: 'pause' as const }, type('text', 'Hi')].reduce(applyChange, startHistory(draft));
  assert.equal(paused.past.length, 2);
});

test('a step that is added in a line is between the two; removed, the line is as before', () => {
  fc.assert(
    fc.property(fc.constantFrom(...stepTypes), (type) => {
      const steps = [step('a', 'wait', ['b']), step('b', 'end', [null])];
      const draft: Draft = { trigger: { type: 'api' }, steps, isSingle: false, layout: {} };
      const added = applyEdit(draft, { do: 'add', type, id: 'new', from: { stepId: 'a', path: 'next' } });
      assert.deepEqual(
        added.steps.map(({ id }) => id),
        ['a', 'new', 'b'],
      );
      assert.equal(stepOf(added, 'a')?.next, 'new');
      const [first] = exitsOf(stepOf(added, 'new') as Step);
      assert.equal(first?.target, first && 'b');
      if (first) assert.deepEqual(applyEdit(added, { do: 'remove', ids: ['new'] }), draft);
    }),
    { seed },
  );
});

test('exits of every type are the fields that name a step', () => {
  const paths = (type: string) => exitsOf(newStep(type, 'a')).map(({ path }) => path);
  assert.deepEqual(paths('branch'), ['cases.0.next', 'otherwise']);
  assert.deepEqual(paths('ask'), ['onReply', 'onTimeout', 'onUndeliverable']);
  assert.deepEqual(paths('business_hours'), ['onOpen', 'onClosed']);
  assert.deepEqual(paths('end'), []);
});
