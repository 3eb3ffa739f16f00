import assert from 'node:assert/strict';
import { afterEach, describe, mock, test } from 'node:test';
import type { types } from '@patchbay/sdk';
import { createDrafts, type DraftContent, SAVE_AFTER_MS } from './drafts.ts';

function given() {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  const calls: string[] = [];
  const waiting: (() => void)[] = [];
  const drafts = createDrafts({
    save: (chatId, { text }) => {
      calls.push(`${chatId}: ${text}`);
      return new Promise((resolve) => waiting.push(() => resolve({ updatedAt: '2026-11-18T10:00:00.000Z' } as types.Draft)));
    },
    remove: async (chatId) => void calls.push(`${chatId} removed`),
    onError: () => undefined,
  });
  const answer = async () => {
    waiting.shift()?.();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { drafts, calls, answer };
}
const typed = (text: string): DraftContent => ({ mode: 'reply', text, fileIds: [] });

describe('drafts', () => {
  afterEach(() => mock.timers.reset()); // other files of the process need the real time

  test('keystrokes are saved together, a moment after the last one', () => {
    const { drafts, calls } = given();
    drafts.edit('a', typed('H'));
    mock.timers.tick(SAVE_AFTER_MS - 1);
    drafts.edit('a', typed('Hi'));
    mock.timers.tick(SAVE_AFTER_MS - 1);
    assert.deepEqual(calls, []);
    mock.timers.tick(1);
    assert.deepEqual(calls, ['a: Hi']);
  });

  test('leaving a chat saves its draft at once, under its own id', () => {
    const { drafts, calls } = given();
    drafts.edit('a', typed('For A'));
    void drafts.flush('a');
    drafts.edit('b', typed('For B'));
    mock.timers.tick(SAVE_AFTER_MS);
    assert.deepEqual(calls, ['a: For A', 'b: For B']);
  });

  test('what is typed during a save is saved after it, not beside it', async () => {
    const { drafts, calls, answer } = given();
    drafts.edit('a', typed('1'));
    mock.timers.tick(SAVE_AFTER_MS);
    drafts.edit('a', typed('12'));
    mock.timers.tick(SAVE_AFTER_MS);
    assert.deepEqual(calls, ['a: 1']);
    await answer();
    assert.deepEqual(calls, ['a: 1', 'a: 12']);
  });

  test('an emptied draft is deleted', () => {
    const { drafts, calls } = given();
    drafts.edit('a', typed('  '));
    mock.timers.tick(SAVE_AFTER_MS);
    assert.deepEqual(calls, ['a removed']);
  });

  test('an event about an own save is not foreign; a later one is, unless something is being typed', async () => {
    const { drafts, answer } = given();
    drafts.edit('a', typed('1'));
    mock.timers.tick(SAVE_AFTER_MS);
    assert.equal(drafts.isForeign('a', '2026-11-18T10:00:05.000Z'), false);
    await answer();
    assert.equal(drafts.isForeign('a', '2026-11-18T10:00:00.000Z'), false);
    assert.equal(drafts.isForeign('a', '2026-11-18T10:00:05.000Z'), true);
    assert.equal(drafts.isForeign('b', '2026-11-18T10:00:00.000Z'), true);
  });
});
