import { createServer, type Server, type Socket } from 'node:net';

/** Where the corpus points, as far as these ports are free here. */
const PORTS = [80, 443, 22, 8080];

export type Canary = { port: number; ports: number[]; connections(): number; forget(): void; close(): Promise<void> };

/** Listens on this machine and counts whoever connects. Nobody ever should. */
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
  // One port is ours for certain. Only loopback's first address: the tests need another one beside it.
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

/** A port that somebody else has, or that we may not take, is left alone. */
const listen = (server: Server, host: string, port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : undefined);
    });
  });
