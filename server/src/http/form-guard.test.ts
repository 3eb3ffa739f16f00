import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { boundaryOf } from './form-guard.ts';

const { baseUrl, tenant } = await given();

const send = async (body: string, contentType = 'multipart/form-data; boundary=b') => {
  const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': contentType };
  const answer = await fetch(`${baseUrl}/v3/files`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
};

const parts = {
  files: '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n',
  fields: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n',
  'parts without a name': '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n',
  'parts without headers': '--b\r\n\r\nx\r\n',
  'parts that break off in their headers': '--b\r\nContent-Disposition: form-',
};

test('POST /v3/files 400: any number of parts, with an end or without, leaves the process alive', async () => {
  for (const [name, part] of Object.entries(parts)) {
    for (const count of [1, 2, 3, 9, 10, 11, 12, 13, 14, 200, 5_000]) {
      for (const end of ['', '--b', '--b--\r\n']) {
        const { status, text } = await send(part.repeat(count) + end);
        const isGood = name === 'files' && count === 1 && end === '--b--\r\n';
        assert.equal(status, isGood ? 201 : 400, `${count} ${name}, then ${JSON.stringify(end)}: ${text}`);
      }
    }
  }
});

test('POST /v3/files 400: a content type that two readers could understand in two ways', async () => {
  const form = `${parts.files}--b--\r\n`;
  for (const type of [
    'multipart/form-data; x="; boundary=c"; boundary=b',
    'multipart/form-data; boundary*=b',
    'multipart/form-data',
  ])
    assert.equal((await send(form, type)).status, 400, type);
  for (const type of [
    'multipart/form-data; boundary="b"',
    'multipart/form-data;charset=utf-8;boundary=b',
    'Multipart/Form-Data; boundary=b',
  ])
    assert.equal((await send(form, type)).status, 201, type);
});

test('the boundaries of browsers and programs are understood', () => {
  for (const boundary of ['----WebKitFormBoundaryabc123', '---------------------------9051914041544843365972754266', '0f1e.-_x'])
    assert.equal(boundaryOf(`multipart/form-data; boundary=${boundary}`), boundary);
  assert.equal(boundaryOf(undefined), undefined);
});
