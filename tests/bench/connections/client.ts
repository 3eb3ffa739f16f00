import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import process from 'node:process';

/**
 * A client process of `bench:connections`: opens event feeds on plain sockets, and reports when the last of them has an event. It does not
 * parse the frames, because the client must not be what is measured.
 */
export type Open = { kind: 'open'; port: number; localAddress: string; tokens: string[]; lagMs: number };
export type Count = { kind: 'count'; mark: string; listeners: number };
export type Close = { kind: 'close' };
export type Report =
  | { kind: 'opened'; connections: number }
  | { kind: 'received'; mark: string; lastAt: number }
  | { kind: 'closed'; rssBytes: number; cpuMs: number; lost: number };

const OPEN_AT_ONCE = 25;
const OPENS_WITHIN_MS = 60_000;

const sockets = new Set<Socket>();
const counts = new Map<string, { left: number }>();
let lost = 0;
let isClosing = false;

const report = (one: Report): void => void process.send?.(one);
const now = () => performance.timeOrigin + performance.now();

async function open({ port, localAddress, tokens, lagMs }: Open): Promise<void> {
  let next = 0;
  const openSome = async () => {
    for (let token = tokens[next++]; token !== undefined; token = tokens[next++]) await openOne(port, localAddress, token, lagMs);
  };
  await Promise.all(Array.from({ length: OPEN_AT_ONCE }, openSome));
  report({ kind: 'opened', connections: sockets.size });
}

async function openOne(port: number, localAddress: string, token: string, lagMs: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.setEncoding('latin1');
  const headers = `host: 127.0.0.1\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`;
  socket.write(`GET /v3/events?types=contact.created HTTP/1.1\r\n${headers}`);
  let head = '';
  for (const signal = AbortSignal.timeout(OPENS_WITHIN_MS); !head.includes(': connected'); ) {
    head += ((await once(socket, 'data', { signal })) as [string])[0];
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`the feed was refused: ${head}`);
  }
  sockets.add(socket);
  socket.on('data', lagMs > 0 ? (chunk) => void setTimeout(receive, lagMs, chunk) : receive);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (sockets.delete(socket) && !isClosing) lost++;
  });
}

/** A frame is far smaller than a segment of the loopback interface, so each comes whole. One that did not would be missing, which fails. */
function receive(chunk: string): void {
  for (const [mark] of chunk.matchAll(/mark-\d+-\d+/g)) {
    const counted = counts.get(mark);
    if (!counted || --counted.left > 0) continue;
    counts.delete(mark);
    report({ kind: 'received', mark, lastAt: now() });
  }
}

function close(): void {
  isClosing = true;
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  const { user, system } = process.cpuUsage();
  report({ kind: 'closed', rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000, lost });
}

process.on('message', (message: Open | Count | Close) => {
  if (message.kind === 'open')
    void open(message).catch((error: unknown) =>
      process.nextTick(() => {
        throw error;
      }),
    );
  else if (message.kind === 'count') counts.set(message.mark, { left: message.listeners });
  else close();
});
process.on('disconnect', () => process.exit(0));
