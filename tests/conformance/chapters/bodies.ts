import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { announce } from '../announce.ts';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newChat, unique } from '../fixtures.ts';

const MEBIBYTE = 1_048_576;
const labelOfBytes = (bytes: number) => {
  const rest = JSON.stringify({ name: unique('label'), color: '' });
  return rest.replace('"color":""', `"color":"${'x'.repeat(bytes - rest.length)}"`);
};
const nested = (levels: number) => `{"metadata":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}}`;

export const bodies: Chapter = {
  title: 'Request bodies',
  checks: [
    check('A body that is not JSON is 400 invalid_body_params in the envelope', async (api) => {
      for (const body of ['{"name":', '{name:"x"}', 'hello', "{'name':'x'}"])
        refused(await api.post('/v3/labels', body), 'body', 'invalid_type');
    }),
    check('JSON that is no object is refused', async (api) => {
      for (const body of ['[]', '"text"', '7', 'null', 'true']) {
        const reply = await api.post('/v3/labels', body);
        failed(reply, 400, 'invalid_body_params');
      }
    }),
    check('A body of another Content-Type is 415 unsupported_media_type', async (api) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/jsonp'])
        failed(
          await api.post('/v3/labels', '{"name":"x"}', { headers: { 'content-type': type } }),
          415,
          'unsupported_media_type',
        );
    }),
    check('A compressed body is 415 unsupported_media_type', async (api) => {
      const body = gzipSync('{"name":"x"}').toString('latin1');
      failed(await api.post('/v3/labels', body, { headers: { 'content-encoding': 'gzip' } }), 415, 'unsupported_media_type');
    }),
    check('A body of 1 MiB is read', async (api) => {
      refused(await api.post('/v3/labels', labelOfBytes(MEBIBYTE)), 'color', 'invalid_string');
    }),
    check('A body of more than 1 MiB is 413 payload_too_large', async (api) => {
      failed(await announce(api, '/v3/labels', MEBIBYTE + 1), 413, 'payload_too_large');
    }),
    check('JSON may be nested 32 levels deep', async (api) => {
      succeeded(await api.post('/v3/contacts', nested(32)), 201);
    }),
    check('JSON nested deeper than 32 levels is 400 with too_big, even a hundred thousand levels', async (api) => {
      refused(await api.post('/v3/contacts', nested(33)), 'body', 'too_big');
      refused(await api.post('/v3/contacts', '['.repeat(100_000)), 'body', 'too_big');
    }),
    check('Brackets inside a text are not levels', async (api) => {
      succeeded(await api.post('/v3/contacts', { firstName: '[{"'.repeat(40) }), 201);
    }),
    check('A character that no text can hold is 400 with invalid_string', async (api) => {
      refused(await api.post('/v3/labels', '{"name":"a\\u0000b"}'), 'name', 'invalid_string');
      refused(await api.post('/v3/labels', '{"name":"a\\ud800b"}'), 'name', 'invalid_string');
    }),
    check('Text of every script is kept as it is', async (api) => {
      const name = `${unique('名前')} ñ 👩‍👩‍👧 \\u0000 عربي`;
      assert.equal(succeeded(await api.post('/v3/labels', { name }), 201).name, name);
    }),
    check('An operation without a body refuses fields, as every v3 operation does', async (api) => {
      const { id } = await newChat(api);
      refused(await api.post(`/v3/chats/${id}/read`, { nope: 1 }), 'nope', 'unrecognized_keys');
      succeeded(await api.post(`/v3/chats/${id}/read`, {}));
    }),
  ],
};
