import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../chaos/endings.ts';

/** A proxy between the command and the server whose connections can be closed. */
export type Gate = { url: string; cut(): Promise<void>; restore(): Promise<void> };

export async function openGate(serverUrl: string): Promise<Gate> {
  const target = Number(new URL(serverUrl).port);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening');
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  atEnd(async () => server.listening && (await cut()));
  return { url: `http://127.0.0.1:${port}`, cut, restore: async () => void (await listen(port)) };
}
