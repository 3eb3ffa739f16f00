import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleMistake } from './sample.ts';

test('a sample has a type of its kind, some bytes, and not too many', () => {
  assert.equal(sampleMistake('image', { mimeType: 'image/png', sizeBytes: 5_000_000 }), undefined);
  assert.equal(sampleMistake('video', { mimeType: 'video/mp4', sizeBytes: 16_000_000 }), undefined);
  assert.equal(sampleMistake('document', { mimeType: 'application/pdf', sizeBytes: 1 }), undefined);
  assert.match(sampleMistake('image', { mimeType: 'image/png', sizeBytes: 5_000_001 }) ?? '', /at most 5000000 bytes/);
  assert.match(sampleMistake('image', { mimeType: 'image/gif', sizeBytes: 1 }) ?? '', /image\/jpeg or image\/png/);
  assert.match(sampleMistake('document', { mimeType: 'image/png', sizeBytes: 1 }) ?? '', /application\/pdf/);
  assert.match(sampleMistake('video', { mimeType: 'video/mp4', sizeBytes: 0 }) ?? '', /empty/);
});
