import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How the server behaves: stores objects, refuses everything, or refuses requests about the bucket itself. */
export type S3Mood = 'works' | 'forbids' | 'forbids looking at the bucket';

export type S3Server = { url: string; mood: S3Mood; requests: string[]; objects: Map<string, Buffer>; close(): void };

const DENIED = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>1</RequestId><HostId>1</HostId></Error>`;
const MISSING = DENIED.replace('AccessDenied', 'NoSuchKey');

/** Starts a local HTTP server with the part of S3 that the file store uses. */
export async function startS3Server(mood: S3Mood): Promise<S3Server> {
  const here: S3Server = { url: '', mood, requests: [], objects: new Map(), close: () => undefined };
  const server = createServer((request, response) => void answer(here, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  here.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  here.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return here;
}

async function answer(here: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  const method = request.method ?? '';
  here.requests.push(`${method} ${path}`);
  const body = await buffer(request);
  const isBucket = path.split('/').filter(Boolean).length === 1;
  const say = (status: number, text: string | Buffer = '') =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(method === 'HEAD' ? '' : text);
  if (here.mood === 'forbids' || (isBucket && here.mood !== 'works')) return void say(403, DENIED);
  if (isBucket) return void say(200);
  const kept = here.objects.get(path);
  if (method === 'PUT') here.objects.set(path, body);
  if (method === 'DELETE') here.objects.delete(path);
  if (method !== 'GET') return void say(method === 'DELETE' ? 204 : 200);
  return void (kept ? say(200, kept) : say(404, MISSING));
}
