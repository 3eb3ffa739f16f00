import { connect, type Socket } from 'node:net';

export type Connection = {
  socket: Socket;
  received(): string;
  isClosed(): boolean;
  until(what: () => boolean, ms: number): Promise<boolean>;
};

const LOOK_EVERY_MS = 50;

/** Opens a bare TCP connection to a server, for requests that no HTTP client would send. */
export async function openConnection(baseUrl: string): Promise<Connection> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => {
    received = (received + chunk.toString('latin1')).slice(0, 100_000);
  });
  socket.on('error', () => undefined);
  socket.on('end', () => {
    isClosed = true;
  });
  socket.on('close', () => {
    isClosed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  const until = async (what: () => boolean, ms: number): Promise<boolean> => {
    for (const end = Date.now() + ms; Date.now() < end && !what(); )
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    return what();
  };
  return { socket, received: () => received, isClosed: () => isClosed, until };
}

/** Begins a POST whose body is promised and not sent yet. */
export function beginPost({ socket }: Connection, path: string, bytes: number, headers: Record<string, string> = {}): void {
  const lines = Object.entries({
    Host: 'localhost',
    'Content-Type': 'application/json',
    'Content-Length': String(bytes),
    ...headers,
  });
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
}

/** Returns the status of the first answer, or nothing while there is none. */
export const statusOf = ({ received }: Connection): number | undefined => {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received())?.[1];
  return status === undefined ? undefined : Number(status);
};
