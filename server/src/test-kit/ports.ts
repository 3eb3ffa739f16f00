import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Below the range of ephemeral ports. The system can assign a port of that range between the check and the listen call; and a client that
 * reconnects to a killed server can get that very port, connect to itself, and block the server from restarting.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Returns a free port, for a server that must know its port before it listens. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] as number;

/** Returns `count` different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

/** Returns whether a process listens on the port. */
export async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
