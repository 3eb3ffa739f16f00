import { createServer, type Server, type Socket } from 'node:net';

/** The ports of the corpus, if free on this machine. */
const PORTS = [80, 443, 22, 8080];

export type Canary = { port: number; ports: number[]; connections(): number; forget(): void; close(): Promise<void> };

/** Listens on this machine and counts connections. There must be none. */
export async function startCanary(): Promise<Canary> {
  let connections = 0;
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listenAt = async (host: string, wanted: number): Promise<number[]> => {
    const server = createServer((socket) => {
      connections++;
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      socket.on('error', () => undefined).resume();
      socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
    });
    const port = await listen(server, host, wanted);
    if (port !== undefined) servers.push(server);
    return port === undefined ? [] : [port];
  };
  // One free port. Only the first loopback address: the tests need another one.
  const [port = 0] = await listenAt('127.0.0.1', 0);
  await listenAt('::1', port);
  const others = await Promise.all(PORTS.map((wanted) => listenAt('::', wanted)));
  return {
    port,
    ports: [...others.flat(), port],
    connections: () => connections,
    forget: () => {
      connections = 0;
    },
    async close() {
      const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Skips a port that is in use or not permitted. */
const listen = (server: Server, host: string, port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : undefined);
    });
  });
