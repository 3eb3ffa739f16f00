import { mapParallel } from '../security/client.ts';
import { type Answer, call, json, publicPath, upload } from './api.ts';
import { corpus, type Sample } from './corpus.ts';
import type { Verifier } from './verify.ts';

export type Server = { baseUrl: string; token: string; verify: Verifier };
const WIDTH = 8;
type Kept = { id: string; path: string };

/** Uploads every file of the corpus, tries every URL of its bytes, deletes it, and checks that no URL works. */
export async function tryCorpus(server: Server): Promise<{ files: number }> {
  await mapParallel(corpus, WIDTH, async (sample) => {
    const kept = await keep(server, sample);
    if (!kept) return;
    await readEveryWay(server, sample, kept);
    await readRanges(server, sample, kept);
    await deleteAndLook(server, sample, kept);
  });
  return { files: corpus.length };
}

async function keep({ baseUrl, token, verify }: Server, sample: Sample): Promise<Kept | undefined> {
  const answer = await upload(baseUrl, token, sample.name, sample.bytes, sample.declared);
  if (answer.status !== 201) return verify.wrong(`${sample.what}: ${answer.status} ${answer.body}`) as undefined;
  const { id, mimeType, sizeBytes, name } = json(answer).data;
  if (sample.type && mimeType !== sample.type) verify.wrong(`${sample.what} is called ${mimeType}, not ${sample.type}`);
  if (sizeBytes !== sample.bytes.length) verify.wrong(`${sample.what} has ${sizeBytes} bytes`);
  if (/[/\\\p{Cc}]/u.test(name) || name === '' || name.length > 255) verify.wrong(`${sample.what} has the name ${name}`);
  return { id, path: await publicPath(baseUrl, token, id) };
}

const EMPTY = Buffer.alloc(0);

async function readEveryWay({ baseUrl, token, verify }: Server, { what, bytes }: Sample, { id, path }: Kept): Promise<void> {
  const open = await call(baseUrl, 'GET', path);
  verify.bytes(`${what}, public`, open, { status: 200, body: bytes });
  if (open.headers['cache-control'] !== 'public, max-age=31536000, immutable') verify.wrong(`${what}: may not be cached`);
  verify.bytes(`${what}, public HEAD`, await call(baseUrl, 'HEAD', path), { status: 200, body: EMPTY });
  verify.bytes(`${what}, content`, await call(baseUrl, 'GET', `/v3/files/${id}/content`, { token }), {
    status: 200,
    body: bytes,
  });
  // Headers of a page, a frame or a script tag of another site.
  const asked = { accept: 'text/html,*/*', 'sec-fetch-dest': 'document', origin: 'https://evil.example', cookie: 'a=b' };
  verify.bytes(`${what}, navigated to`, await call(baseUrl, 'GET', path, { headers: asked }), { status: 200, body: bytes });
  const same = await call(baseUrl, 'GET', path, { headers: { 'if-none-match': String(open.headers.etag) } });
  if (same.status !== 304 || same.body.length > 0) verify.wrong(`${what}: ${same.status} for a known ETag`);
}

async function readRanges({ baseUrl, verify }: Server, { what, bytes }: Sample, { path }: Kept): Promise<void> {
  const size = bytes.length;
  const ask = (range: string) => call(baseUrl, 'GET', path, { headers: { range } });
  const parts: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, size],
    ['bytes=-1', size - 1, size],
    [`bytes=0-${size * 1_000}`, 0, size],
    [`bytes=-${size * 1_000}`, 0, size],
    [`bytes=${Math.floor(size / 2)}-${size - 1}`, Math.floor(size / 2), size],
  ];
  for (const [range, from, to] of parts) {
    const answer = await ask(range);
    verify.bytes(`${what}, ${range}`, answer, { status: 206, body: bytes.subarray(from, to) });
    if (answer.headers['content-range'] !== `bytes ${from}-${to - 1}/${size}`)
      verify.wrong(`${what}, ${range}: wrong Content-Range`);
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0', `bytes=${'9'.repeat(15)}-`])
    refused(verify, `${what}, ${range}`, await ask(range), 416);
  for (const range of [
    `bytes=${Array.from({ length: 500 }, () => '0-0').join(',')}`,
    'bytes=5-2',
    'bytes=a-b',
    'pages=1-2',
    `bytes=${'9'.repeat(40)}-`,
  ])
    verify.bytes(`${what}, ${range.slice(0, 20)}`, await ask(range), { status: 200, body: bytes });
}

async function deleteAndLook({ baseUrl, token, verify }: Server, { what }: Sample, { id, path }: Kept): Promise<void> {
  const deleted = await call(baseUrl, 'DELETE', `/v3/files/${id}`, { token });
  if (json(deleted).data?.deletedIds?.[0] !== id) verify.wrong(`${what}: not deleted: ${deleted.body}`);
  refused(verify, `${what}, deleted`, await call(baseUrl, 'GET', path), 404);
  refused(verify, `${what}, deleted, content`, await call(baseUrl, 'GET', `/v3/files/${id}/content`, { token }), 404);
}

/** A refusal is JSON in the envelope and must not be cached. */
export function refused(verify: Verifier, name: string, answer: Answer, status: number): void {
  const isEnvelope = answer.headers['content-type']?.startsWith('application/json') && json(answer).success === false;
  if (answer.status !== status || !isEnvelope) verify.wrong(`${name}: ${answer.status} ${answer.body.subarray(0, 200)}`);
  if (answer.headers['cache-control'] !== 'no-store') verify.wrong(`${name}: the refusal may be cached`);
}
