import assert from 'node:assert/strict';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { formWith, newChat, unique } from '../fixtures.ts';

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** A form whose file name is in ISO 8859-1. */
const formInLatin1 = (): Uint8Array =>
  latin1('--b\r\nContent-Disposition: form-data; name="file"; filename="Größe.txt"\r\n\r\nhello\r\n--b--\r\n');

export const bodyEncoding: Chapter = {
  title: 'Request bodies: encoding and forbidden values',
  checks: [
    check('A body that is not valid UTF-8 is 400 and says so', async (api) => {
      assert.match(refused(await api.post('/v3/labels', latin1('{"name":"Größe"}')), 'body', 'invalid_string'), /UTF-8/);
      refused(await api.post('/v3/labels', new Uint8Array([0xff, 0xfe, 0x7b, 0x00])), 'body', 'invalid_string');
    }),
    check('A body that declares another charset than UTF-8 is 415 and says so', async (api) => {
      for (const charset of ['iso-8859-1', 'utf-16', '"windows-1252"', 'us-ascii']) {
        const headers = { 'content-type': `application/json; charset=${charset}` };
        const { message } = failed(await api.post('/v3/labels', { name: 'x' }, { headers }), 415, 'unsupported_media_type');
        assert.match(message, /UTF-8/, charset);
      }
    }),
    check('UTF-8 may be declared in upper or lower case, with or without quotes', async (api) => {
      for (const charset of ['UTF-8', '"utf-8"']) {
        const headers = { 'content-type': `application/json; charset=${charset}` };
        succeeded(await api.post('/v3/labels', { name: unique('größe') }, { headers }), 201);
      }
    }),
    check('A file name that is not valid UTF-8, or holds U+FFFD, is refused', async (api) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      refused(await api.post('/v3/files', formInLatin1(), { headers }), 'file', 'invalid_string');
      refused(await api.post('/v3/files', formWith('hello', 'gr\ufffd\ufffde.txt')), 'file', 'invalid_string');
    }),
    check('A form in another charset is 415', async (api) => {
      const headers = { 'content-type': 'multipart/form-data; charset=iso-8859-1; boundary=b' };
      failed(await api.post('/v3/files', formInLatin1(), { headers }), 415, 'unsupported_media_type');
    }),
    check('A body of null is refused as [] is, and changes nothing, also where no body is needed', async (api) => {
      const { id } = await newChat(api);
      succeeded(await api.post(`/v3/chats/${id}/status`, { status: 'snoozed', snoozedUntil: '2099-01-01T00:00:00Z' }));
      for (const body of ['null', '[]'])
        for (const path of [`/v3/chats/${id}/status`, `/v3/chats/${id}/read`, '/v3/labels/search'])
          refused(await api.post(path, body), 'body', 'invalid_type');
      assert.equal(succeeded(await api.get(`/v3/chats/${id}`)).status, 'snoozed');
    }),
    check('A key that names a prototype is refused by its path, however deep it is', async (api) => {
      const bodies = {
        '{"__proto__":{"a":1}}': '__proto__',
        '{"constructor":{"prototype":{"a":1}}}': 'constructor',
        '{"metadata":{"__proto__":{"x":1}}}': 'metadata.__proto__',
        '{"metadata":{"a":{"constructor":{"prototype":{"x":1}}}}}': 'metadata.a.constructor',
      };
      for (const [body, path] of Object.entries(bodies)) refused(await api.post('/v3/contacts', body), path, 'unrecognized_keys');
    }),
  ],
};
