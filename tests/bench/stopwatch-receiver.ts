import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const SLOW_MS = 10_000;

/** Two receivers: one records deliveries, one takes ten seconds per call. */
let arrived: [id: string, at: number][] = [];

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

const noting = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    arrived.push([JSON.parse(body).data.id, performance.timeOrigin + performance.now()]);
    response.end();
  });
});
const slow = createServer((request, response) => {
  request.resume();
  setTimeout(() => response.end(), SLOW_MS);
});
process.send?.({ port: await listen(noting), slowPort: await listen(slow) });
setInterval(() => {
  if (arrived.length > 0) process.send?.(arrived);
  arrived = [];
}, 200);
process.on('disconnect', () => process.exit(0));
