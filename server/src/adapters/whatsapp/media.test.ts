import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { given } from './given.test-kit.ts';
import { fetchMedia } from './media.ts';

test('media: id, URL, bytes; a URL that is gone is asked for once more', async () => {
  const { deps, settings, phone, flush, said, knobs } = await given();
  await knobs({ mediaFailures: 1 }); // the first download of each file answers 404
  const bytes = Buffer.from('a picture of a pug');
  await phone({ from: '+16505551234', media: { bytesBase64: bytes.toString('base64'), mimeType: 'image/jpeg', caption: 'Pug' } });
  await flush();
  const [message] = said();
  assert.ok(message?.kind === 'message');
  const source = message.content.media[0]?.source;
  assert.ok(source && 'ref' in source);
  const fetched = await fetchMedia(deps, settings, source.ref);
  assert.ok(fetched.kind === 'bytes');
  assert.equal(fetched.mimeType, 'image/jpeg');
  assert.deepEqual(await buffer(fetched.stream), bytes);
});

test('media: what has expired fails, a broken channel is said to be one, the rest is tried again', async () => {
  const { deps, settings, phone, flush, said, knobs } = await given();
  await phone({ from: '+16505551234', media: { bytesBase64: 'AAAA', mimeType: 'image/jpeg' } });
  await flush();
  const [message] = said();
  const source = message?.kind === 'message' ? message.content.media[0]?.source : undefined;
  assert.ok(source && 'ref' in source);
  const refused = async (ref: Record<string, string>, more: object = {}) => {
    const fetched = await fetchMedia(deps, { ...settings, ...more }, ref);
    return fetched.kind === 'refused' ? `${fetched.next} ${fetched.error.key}` : fetched.kind;
  };
  assert.equal(await refused({ mediaId: '404404' }), 'fail media_problem');
  assert.equal(await refused({}), 'fail invalid_message');
  assert.equal(await refused({ mediaId: '1' }, { baseUrl: 'http://127.0.0.1:1' }), 'retry provider_error');
  assert.equal(await refused({ mediaId: '../106540352242922' }), 'fail media_problem', 'an id stays one part of the path');
  await knobs({ mediaFailures: 2 });
  assert.equal(await refused(source.ref), 'retry provider_error', 'twice in a row');
  await knobs({ tokenExpired: true });
  assert.equal(await refused(source.ref), 'stop_channel channel_needs_attention');
});
