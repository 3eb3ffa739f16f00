import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Target } from './setup.ts';

export type Feeds = { events(): number; lost(): number; close(): void };

/** Opens event feeds of all types, as consoles have them, and counts the events that arrive. */
export async function openFeeds({ url, token }: Target, count: number): Promise<Feeds> {
  let [events, lost, isClosing] = [0, 0, false];
  const open = async () => {
    const outgoing = get(`${url}/v3/events?live=true`, { headers: { authorization: `Bearer ${token}` } });
    outgoing.on('error', () => undefined);
    const [feed] = (await once(outgoing, 'response')) as [IncomingMessage];
    if (feed.statusCode !== 200) throw new Error(`the feed was refused with ${feed.statusCode}`);
    feed.setEncoding('latin1').on('error', () => undefined);
    feed.on('data', (chunk: string) => {
      events += chunk.match(/^event: /gm)?.length ?? 0;
    });
    feed.on('close', () => {
      if (!isClosing) lost++;
    });
    return feed;
  };
  const feeds = await Promise.all(Array.from({ length: count }, open));
  return {
    events: () => events,
    lost: () => lost,
    close() {
      isClosing = true;
      for (const feed of feeds) feed.destroy();
    },
  };
}
