import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerImap, GREETING } from './imap-server.ts';

/**
 * The servers that jobs call, in a process of their own. `provider` is one origin for both tenants, as a provider's API is: it is slow for
 * URLs that contain "slow". The other servers belong to one tenant each.
 */
const SLOW_MS = Number(process.env.SLOW_MS);
const MEDIA_BYTES = Buffer.alloc(20_000, 'x');

let sent = 0;
/** The calls that were answered without a wait: those of the measured tenant. */
let fastCalls = 0;

/** Answers sends as Twilio does, media with bytes, and anything else with an empty object. */
const answer: RequestListener = (request, response) => {
  const url = request.url ?? '';
  if (url.includes('/media/')) response.setHeader('content-type', 'text/plain').end(MEDIA_BYTES);
  else if (url.endsWith('/Messages.json')) response.writeHead(201).end(JSON.stringify({ sid: `SM${++sent}` }));
  else response.end('{}');
};

const answerAfter =
  (waitMs: (url: string) => number): RequestListener =>
  (request, response) => {
    request.resume();
    request.on('end', () => {
      const ms = waitMs(request.url ?? '');
      if (ms === 0) fastCalls++;
      setTimeout(() => answer(request, response), ms);
    });
  };

const imapAfter = (ms: number): Server =>
  createTcpServer((socket) => {
    socket.on('error', () => undefined);
    answerImap(socket, () => {
      if (ms === 0) fastCalls++;
    });
    void wait(ms).then(() => socket.write(GREETING));
  });

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

export type Ports = { provider: number; fast: number; slow: number; fastImap: number; slowImap: number };

process.send?.({
  provider: await listen(createServer(answerAfter((url) => (url.includes('slow') ? SLOW_MS : 0)))),
  fast: await listen(createServer(answerAfter(() => 0))),
  slow: await listen(createServer(answerAfter(() => SLOW_MS))),
  fastImap: await listen(imapAfter(0)),
  slowImap: await listen(imapAfter(SLOW_MS)),
} satisfies Ports);
process.on('message', () => process.send?.(fastCalls));
process.on('disconnect', () => process.exit(0));
