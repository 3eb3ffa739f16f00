import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atEnd } from './endings.ts';

/** The deliveries of one object to one endpoint: how many, and with which ids. */
export type Entry = { endpoint: string; thingId: string; count: number; webhookIds: string[] };

export type Receiver = { baseUrl: string; read(): Promise<Entry[]> };

/** An endpoint that answers 200 after a random delay. */
export async function startReceiver(slowestMs: number): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('./receiver-process.ts', import.meta.url)), [String(slowestMs)]);
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.disconnect();
    await ended;
  });
  const [port] = (await once(child, 'message')) as [number];
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async read() {
      child.send('read');
      const [entries] = (await once(child, 'message')) as [Entry[]];
      return entries;
    },
  };
}
