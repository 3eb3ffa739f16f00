import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Api } from '../api.ts';
import { type Chapter, check, checkOwn } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { formWith, narrowToken, newFile, unique, unknownId } from '../fixtures.ts';
import { fileFields, hasOnly } from '../shapes.ts';

/** The first bytes of a PNG are enough to know it by. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

const content = (api: Api, id: string, headers: Record<string, string> = {}) => api.get(`/v3/files/${id}/content`, { headers });

const kept = [
  check('POST /files takes one file as multipart/form-data and answers 201 with every field', async (api) => {
    const file = await newFile(api, 'Opening hours: 9 to 5', 'hours.txt');
    hasOnly(file, fileFields);
    assert.deepEqual([file.name, file.mimeType, file.sizeBytes, file.status], ['hours.txt', 'text/plain', 21, 'ready']);
  }),
  check('GET /files/{fileId} answers the file', async (api) => {
    const file = await newFile(api);
    assert.deepEqual(succeeded(await api.get(`/v3/files/${file.id}`)), file);
  }),
  check('mimeType is what the bytes are, whatever the sender declares and the name ends in', async (api) => {
    const file = succeeded(await api.post('/v3/files', formWith(PNG, 'notes.txt', 'text/plain')), 201);
    assert.equal(file.mimeType, 'image/png');
  }),
  check('A name keeps no folder of the sender’s machine', async (api) => {
    for (const name of ['../../etc/passwd', 'C:\\Users\\ada\\menu.txt', '/menu.txt'])
      assert.doesNotMatch((await newFile(api, 'x', name)).name, /[/\\]|\.\./);
  }),
  check('GET /files/{fileId}/content answers the bytes as they came', async (api) => {
    const { id } = await newFile(api, 'ünïcödé 🙂');
    const reply = await content(api, id);
    assert.deepEqual([reply.status, reply.text], [200, 'ünïcödé 🙂']);
    assert.equal(reply.headers.get('content-type'), 'text/plain');
  }),
  check('A Range is answered with 206 and just those bytes; one behind the end is 416 range_not_satisfiable', async (api) => {
    const { id } = await newFile(api, '0123456789');
    const part = await content(api, id, { range: 'bytes=2-4' });
    assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, '234', 'bytes 2-4/10']);
    failed(await content(api, id, { range: 'bytes=10-' }), 416, 'range_not_satisfiable');
  }),
  check('An ETag that still holds is 304', async (api) => {
    const { id } = await newFile(api);
    const etag = (await content(api, id)).headers.get('etag') ?? '';
    assert.notEqual(etag, '');
    assert.equal((await content(api, id, { 'if-none-match': etag })).status, 304);
  }),
  check('POST /files/search finds files by name, type, size and status', async (api) => {
    const file = await newFile(api, 'x'.repeat(77), `${unique('menu')}.txt`);
    const query = `and(eq(id,"${file.id}"),eq(mimeType,"text/plain"),eq(sizeBytes,77),eq(status,"ready"))`;
    for (const body of [{ query }, { query: `eq(name,"${file.name}")` }, { search: file.name }])
      assert.deepEqual(succeeded(await api.post('/v3/files/search', body)), [file], JSON.stringify(body));
  }),
  check('The same file twice under one Idempotency-Key is one file; another under it is 422', async (api) => {
    const [name, options] = [`${unique('menu')}.txt`, { headers: { 'idempotency-key': randomUUID() } }];
    const first = await api.post('/v3/files', formWith('soup', name), options);
    const again = await api.post('/v3/files', formWith('soup', name), options);
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    failed(await api.post('/v3/files', formWith('salad', name), options), 422, 'idempotency_key_reused');
    assert.equal(succeeded(await api.post('/v3/files/search', { query: `eq(name,"${name}")` })).length, 1);
  }),
];

const deleted = [
  check('DELETE /files/{fileId} answers the id under deletedIds; twice or unknown, under notFoundIds', async (api) => {
    const { id } = await newFile(api);
    assert.deepEqual(succeeded(await api.del(`/v3/files/${id}`)), { deletedIds: [id], notFoundIds: [] });
    for (const gone of [id, unknownId(), 'nonsense'])
      assert.deepEqual(succeeded(await api.del(`/v3/files/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
  }),
  check('A deleted file is gone: 404 file_not_found for it and its content, and no search finds it', async (api) => {
    const { id } = await newFile(api);
    succeeded(await api.del(`/v3/files/${id}`));
    failed(await api.get(`/v3/files/${id}`), 404, 'file_not_found');
    failed(await content(api, id), 404, 'file_not_found');
    assert.deepEqual(succeeded(await api.post('/v3/files/search', { query: `eq(id,"${id}")` })), []);
  }),
  check('Another tenant’s file looks as if it did not exist, and is not deleted', async (api) => {
    const { id } = await newFile(api);
    const theirs = { token: api.otherToken };
    for (const path of ['', '/content', '/public_url'])
      alike(await api.get(`/v3/files/${id}${path}`, theirs), await api.get(`/v3/files/${unknownId()}${path}`, theirs));
    assert.deepEqual(succeeded(await api.del(`/v3/files/${id}`, theirs)), { deletedIds: [], notFoundIds: [id] });
    succeeded(await api.get(`/v3/files/${id}`));
  }),
];

const refusals = [
  check('Reading needs files.read, uploading and deleting files.write', async (api) => {
    const { id } = await newFile(api);
    const [reader, writer] = [await narrowToken(api, 'files.read'), await narrowToken(api, 'files.write')];
    for (const path of ['', '/content', '/public_url']) {
      assert.equal((await api.get(`/v3/files/${id}${path}`, { token: reader })).status, 200);
      failed(await api.get(`/v3/files/${id}${path}`, { token: writer }), 403, 'forbidden');
    }
    failed(await api.post('/v3/files', formWith('x'), { token: reader }), 403, 'forbidden');
    failed(await api.del(`/v3/files/${id}`, { token: reader }), 403, 'forbidden');
    succeeded(await api.del(`/v3/files/${id}`, { token: writer }));
  }),
  check('An empty file, no file, and two files are refused by the name of the part', async (api) => {
    refused(await api.post('/v3/files', formWith('')), 'file', 'too_small');
    refused(await api.post('/v3/files', new FormData()), 'file', 'required');
    const two = formWith('one');
    two.append('file', new Blob(['two']), 'two.txt');
    refused(await api.post('/v3/files', two), 'file', 'too_big');
  }),
  check('A part that is no file, or has another name, is refused', async (api) => {
    const [field, other] = [new FormData(), new FormData()];
    field.append('file', 'just text');
    other.append('picture', new Blob(['x']), 'x.txt');
    refused(await api.post('/v3/files', field), 'file', 'invalid_type');
    refused(await api.post('/v3/files', other), 'picture', 'unrecognized_keys');
  }),
  check('Anything but a form is 415 unsupported_media_type', async (api) => {
    failed(await api.post('/v3/files', { file: 'x' }), 415, 'unsupported_media_type');
  }),
  checkOwn('A file that is too large is 413 payload_too_large, and nothing of it stays', async ({ current, fileMaxBytes }) => {
    const name = `${unique('large')}.txt`;
    failed(await current.post('/v3/files', formWith('x'.repeat(fileMaxBytes + 1), name)), 413, 'payload_too_large');
    assert.deepEqual(succeeded(await current.post('/v3/files/search', { query: `eq(name,"${name}")` })), []);
    succeeded(await current.post('/v3/files', formWith('x'.repeat(fileMaxBytes), name)), 201);
  }),
  check('A file that does not exist is 404 file_not_found, whatever is asked of it', async (api) => {
    for (const id of [unknownId(), 'nonsense', '%00'])
      for (const path of ['', '/content', '/public_url']) failed(await api.get(`/v3/files/${id}${path}`), 404, 'file_not_found');
  }),
];

export const files: Chapter = { title: 'Files', checks: [...kept, ...deleted, ...refusals] };
