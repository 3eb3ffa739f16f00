import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../connection.ts';
import type { Scenario } from '../environment.ts';
import { openSockets } from '../process-figures.ts';

const EACH = 60;
const FREED_WITHIN_MS = 12_000;

/** The caller keeps its side open after the answer, or has closed its own and keeps the server's. */
const REQUESTS = [
  { text: 'this is not HTTP\r\n\r\n', isHalfClosed: false },
  { text: 'this is not HTTP either\r\n\r\n', isHalfClosed: true },
  { text: `GET /livez HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`, isHalfClosed: false },
  { text: 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n', isHalfClosed: true },
  { text: 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', isHalfClosed: false },
];

export const scenario: Scenario = {
  entry: 11,
  title: 'Sockets that the other side leaves half open are freed after the answer',
  async run(environment) {
    const { baseUrl, pid } = await environment.start();
    const before = await openSockets(pid);
    const connections = await Promise.all(Array.from({ length: EACH * REQUESTS.length }, () => openConnection(baseUrl)));
    for (const [i, { socket }] of connections.entries()) {
      const { text, isHalfClosed } = REQUESTS[i % REQUESTS.length] as (typeof REQUESTS)[number];
      if (isHalfClosed) socket.end(text);
      else socket.write(text);
    }
    await connections[0]?.until(() => connections.every(({ received }) => received() !== ''), FREED_WITHIN_MS);
    let left = Number.POSITIVE_INFINITY;
    for (const end = Date.now() + FREED_WITHIN_MS; Date.now() < end && left > EACH / 4; await wait(250))
      left = (await openSockets(pid)) - before;
    for (const { socket } of connections) socket.destroy();
    assert.ok(left <= EACH / 4, `${left} of ${connections.length} sockets were still open`);
  },
};
