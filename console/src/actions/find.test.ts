import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchScore, splitMatch } from './find.ts';

test('every word has to match, without accents and case; the start counts most', () => {
  assert.equal(matchScore('Snooze until tomorrow', 'tom snoo'), 5);
  assert.equal(matchScore('Öffnen', 'offn'), 3);
  assert.equal(matchScore('Chat schließen', 'lie'), 1);
  assert.equal(matchScore('Close chat', 'snooze'), null);
  assert.equal(matchScore('Close chat', ''), 0);
});

test('the match is split off for highlighting', () => {
  assert.deepEqual(splitMatch('Go to contacts', 'con'), ['Go to ', 'con', 'tacts']);
  assert.deepEqual(splitMatch('Go to contacts', ''), ['Go to contacts', '', '']);
});
