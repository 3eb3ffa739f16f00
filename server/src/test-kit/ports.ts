import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Below the range from which the system takes the near ends of connections. A port in that range can be given away between
 * the look and the listening; and a client that keeps knocking at the port of a killed server may be given that very port,
 * connect to itself, and keep the server from coming back.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** A port nobody listens on right now, for a server that must know its own before it listens. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] as number;

/** So many different ports nobody listens on right now. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

/** Whether somebody listens there. */
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
