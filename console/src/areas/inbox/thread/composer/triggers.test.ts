import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertText, matching, mentionsIn, splitMentions, triggerAt } from './triggers.ts';

test('a slash at the beginning of a word finds snippets, up to the cursor', () => {
  assert.deepEqual(triggerAt('Ready. /re', 10, 'reply'), { kind: 'snippet', query: 're', from: 7, to: 10 });
  assert.deepEqual(triggerAt('/', 1, 'reply'), { kind: 'snippet', query: '', from: 0, to: 1 });
  assert.equal(triggerAt('and/or', 6, 'reply'), null);
  assert.equal(triggerAt('/re more', 8, 'reply'), null);
  assert.equal(triggerAt('/rückgabe', 4, 'reply')?.query, 'rüc');
});

test('an at sign finds colleagues in notes only', () => {
  assert.deepEqual(triggerAt('ask @Gr', 7, 'note'), { kind: 'mention', query: 'Gr', from: 4, to: 7 });
  assert.equal(triggerAt('ask @Gr', 7, 'reply'), null);
  assert.equal(triggerAt('a@b', 3, 'note'), null);
});

test('a snippet replaces its trigger, and its first gap is selected', () => {
  const edited = insertText('Hi /re!', { from: 3, to: 6 }, 'ready at {time}');
  assert.deepEqual(edited, { text: 'Hi ready at {time}!', selectionStart: 12, selectionEnd: 18 });
  assert.equal(insertText('', { from: 0, to: 0 }, 'Hello').selectionStart, 5);
});

test('the mentions of a note are the people whose names are in it', () => {
  const people = [
    { id: '1', name: 'Ann' },
    { id: '2', name: 'Ann Lee' },
    { id: '3', name: 'Bo' },
  ];
  assert.deepEqual(
    mentionsIn('@Ann Lee and @Bo', people).map(({ id }) => id),
    ['2', '3'],
  );
  assert.deepEqual(mentionsIn('no one', people), []);
});

test('mentions are parts of their own', () => {
  assert.deepEqual(splitMentions('@Ann Lee: look (again)', ['Ann', 'Ann Lee']), [
    { text: '@Ann Lee', isMention: true },
    { text: ': look (again)', isMention: false },
  ]);
});

test('what begins with the query comes first; accents do not matter', () => {
  assert.deepEqual(
    matching(['order-ready', 'ready', 'other'], 're', (name) => name),
    ['ready', 'order-ready'],
  );
  assert.deepEqual(
    matching(['Sofía Herrera'], 'sofia', (name) => name),
    ['Sofía Herrera'],
  );
});
