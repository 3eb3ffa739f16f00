import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { types } from '@patchbay/sdk';
import type { Outgoing } from '../../../../live/messages/outbox.ts';
import { bodiesOf } from './bodies.ts';
import { blockOf, type ComposerState, composed, doneFile, emptyComposer } from './state.ts';

const file = (id: string, mimeType: string) => doneFile({ id, name: `${id}.bin`, mimeType, sizeBytes: 1 });
const state = (more: Partial<ComposerState>): ComposerState => ({ ...emptyComposer, isLoaded: true, ...more });
const draft = (text: string) => ({ mode: 'note', text, fileIds: [] }) as unknown as types.Draft;

test('note mode stays after a note was added', () => {
  const after = composed(state({ mode: 'note', text: 'x' }), { do: 'clear' });
  assert.deepEqual([after.mode, after.text], ['note', '']);
});

test('the draft of the server is shown, unless something was typed before it arrived', () => {
  assert.equal(composed(emptyComposer, { do: 'load', draft: draft('saved'), files: [] }).text, 'saved');
  const typed = composed(emptyComposer, { do: 'type', text: 'typed' });
  assert.equal(composed(typed, { do: 'load', draft: draft('saved'), files: [] }).text, 'typed');
});

test('a draft that changed elsewhere replaces what is shown', () => {
  assert.equal(composed(state({ text: 'old' }), { do: 'load', draft: draft('new'), files: [] }).text, 'new');
});

test('a message that was taken back returns, before what was typed since', () => {
  const item = { text: 'first', files: [], content: { kind: 'message' } } as unknown as Outgoing;
  assert.equal(composed(state({}), { do: 'restore', item }).text, 'first');
  assert.equal(composed(state({ text: 'second' }), { do: 'restore', item }).text, 'first\nsecond');
});

test('nothing is sent while it is empty or a file is on its way', () => {
  assert.equal(blockOf(state({ text: ' ' })), 'empty');
  assert.equal(blockOf(state({ text: 'x', files: [{ ...file('a', 'image/png'), fileId: null }] })), 'uploading');
  assert.equal(blockOf(state({ files: [file('a', 'image/png')] })), null);
});

test('a mail is one message with its files; on WhatsApp the text is the caption of the first file', () => {
  const files = [file('a', 'image/png'), file('b', 'application/pdf')];
  const bodies = (channel: string, more: Partial<ComposerState>) => bodiesOf(state(more), channel).map(({ body }) => body);
  assert.deepEqual(bodies('email', { text: 'Hi', subject: 'Offer', files }), [
    { text: 'Hi', subject: 'Offer', attachments: [{ fileId: 'a' }, { fileId: 'b' }] },
  ]);
  assert.deepEqual(bodies('whatsapp', { text: 'Hi', files }), [
    { type: 'image', media: { fileId: 'a' }, text: 'Hi' },
    { type: 'document', media: { fileId: 'b' } },
  ]);
  assert.deepEqual(bodies('instagram', { text: 'Hi', files: files.slice(0, 1) }), [
    { text: 'Hi' },
    { type: 'image', media: { fileId: 'a' } },
  ]);
  assert.deepEqual(bodies('sms', { text: ' Hi ' }), [{ text: 'Hi' }]);
});
