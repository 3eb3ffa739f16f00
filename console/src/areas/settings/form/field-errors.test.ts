import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasErrors, NO_ERRORS, toFormErrors, withoutField } from './field-errors.ts';

const custom = (message: string) => ({ key: 'custom', message });

test('an error goes to the field of its path, or of the path above it', () => {
  const errors = toFormErrors({ name: custom('Too long'), 'options.2': custom('Twice'), 'settings.from': custom('No number') }, [
    'name',
    'options',
    'settings.from',
  ]);
  assert.deepEqual(errors, {
    fields: { name: custom('Too long'), options: custom('3: Twice'), 'settings.from': custom('No number') },
    others: [],
  });
});

test('the longest path wins, and a field whose name only begins alike gets nothing', () => {
  const errors = toFormErrors({ 'header.text': custom('Too long'), headers: custom('Unknown') }, ['header', 'header.text']);
  assert.deepEqual(errors.fields, { 'header.text': custom('Too long') });
  assert.deepEqual(errors.others, [{ path: 'headers', ...custom('Unknown') }]);
});

test('the first error of a field stays', () => {
  const errors = toFormErrors({ 'days.monday.0.until': custom('Ends too early'), 'days.friday': custom('Second') }, ['days']);
  assert.equal(errors.fields.days?.message, 'Ends too early');
});

test('a corrected field loses its error; the others keep theirs', () => {
  const errors = toFormErrors({ name: custom('a'), text: custom('b') }, ['name', 'text']);
  assert.deepEqual(Object.keys(withoutField(errors, 'name').fields), ['text']);
  assert.equal(withoutField(errors, 'other'), errors);
  assert.equal(hasErrors(NO_ERRORS), false);
  assert.equal(hasErrors(errors), true);
});
