import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../server/src/test-kit/server-process.ts';
import { call, formOf, upload } from './api.ts';
import { refused, type Server } from './serving.ts';

/** Invalid uploads: each is refused with a reason and leaves no data. */
export async function tryRefusals({ baseUrl, token, verify }: Server, maxBytes: number): Promise<{ refusals: number }> {
  const send = (type: string, body: Buffer) =>
    call(baseUrl, 'POST', '/v3/files', { token, body, headers: { 'content-type': type } });
  const cases: [string, number, () => Promise<Awaited<ReturnType<typeof send>>>][] = [
    ['an empty file', 400, () => upload(baseUrl, token, 'empty.png', Buffer.alloc(0))],
    ['one byte too many', 413, () => upload(baseUrl, token, 'a.bin', Buffer.alloc(maxBytes + 1))],
    ['far too many', 413, () => upload(baseUrl, token, 'a.bin', Buffer.alloc(maxBytes * 10))],
    ['no body', 415, () => call(baseUrl, 'POST', '/v3/files', { token })],
    ['JSON', 415, () => send('application/json', Buffer.from('{"file":"x"}'))],
    ['plain text', 415, () => send('text/plain', Buffer.from('x'))],
    ['a form without a boundary', 400, () => send('multipart/form-data', Buffer.from('x'))],
    ['a form that is none', 400, () => send('multipart/form-data; boundary=b', Buffer.from('hello'))],
    ['a form that breaks off', 400, () => brokenOff(send)],
    ['a form of many parts', 400, () => manyParts(send)],
    ['another name for the part', 400, () => send('multipart/form-data; boundary=b', Buffer.from(part('__proto__', 'a.png')))],
  ];
  for (const [what, status, ask] of cases) refused(verify, what, await ask(), status);
  const exact = await upload(baseUrl, token, 'exact.bin', Buffer.alloc(maxBytes, 7));
  if (exact.status !== 201) verify.wrong(`a file of exactly the limit: ${exact.status}`);
  else await call(baseUrl, 'DELETE', `/v3/files/${JSON.parse(exact.body.toString()).data.id}`, { token });
  return { refusals: cases.length };
}

const part = (name: string, filename: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\nx\r\n--b--\r\n`;

type Send = (type: string, body: Buffer) => ReturnType<typeof call>;

function brokenOff(send: Send) {
  const { type, body } = formOf('a.bin', Buffer.alloc(100_000, 1));
  return send(type, body.subarray(0, 50_000));
}

const manyParts = (send: Send) =>
  send(
    'multipart/form-data; boundary=b',
    Buffer.from(`${part('file', 'a.png').replace('--b--\r\n', '').repeat(1_000)}--b--\r\n`),
  );

/** Closes the connection, then kills the server, each during an upload. */
export async function breakInTheMiddle({ baseUrl, token }: Server, server: ServerProcess): Promise<void> {
  await halfUpload(baseUrl, token).then((cut) => cut());
  await halfUpload(baseUrl, token);
  await server.kill();
}

/** Sends half of a large file and keeps the connection open. Returns a function that closes it. */
async function halfUpload(baseUrl: string, token: string): Promise<() => void> {
  const { type, body } = formOf('half.bin', Buffer.alloc(1_000_000, 1));
  const { hostname, port } = new URL(baseUrl);
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length };
  const sent = request({ hostname, port, path: '/v3/files', method: 'POST', headers });
  sent.on('error', () => undefined);
  sent.write(body.subarray(0, 500_000));
  await wait(500);
  return () => sent.destroy();
}
