import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { call, type World } from './inbox-people.ts';
import { chatId, userId } from './inbox-side.ts';

const EVENT_EVERY_MS = 50;
const ARRIVES_WITHIN_MS = 10_000;

/** Returns the milliseconds from the request that causes an event until each listener of the feed has it. */
export async function feedLatency(world: World, listeners: number, events: number, turn: number): Promise<number[]> {
  const arrivals = new Map<string, { startedAt: number; left: number }>();
  const times: number[] = [];
  const feeds = await Promise.all(
    Array.from({ length: listeners }, (_, n) =>
      listen(world, world.tokens[n % world.tokens.length] ?? '', (id) => {
        const event = arrivals.get(id);
        if (!event) return;
        times.push(performance.now() - event.startedAt);
        event.left--;
      }),
    ),
  );
  try {
    for (let n = 1; n <= events; n++) {
      const id = chatId(5 * (turn * events + n) + 1); // unassigned, and different in each turn: a new feed repeats recent events
      arrivals.set(id, { startedAt: performance.now(), left: listeners });
      const user = userId(1 + (n % 50));
      await call(world, world.integration, 'POST', `/v3/chats/${id}/assign`, { userId: user, teamId: null });
      await wait(EVENT_EVERY_MS);
    }
    for (const endsAt = performance.now() + ARRIVES_WITHIN_MS; performance.now() < endsAt; await wait(20))
      if ([...arrivals.values()].every(({ left }) => left <= 0)) return times;
    throw new Error(`of ${events * listeners} events ${times.length} arrived`);
  } finally {
    for (const feed of feeds) feed.destroy();
  }
}

/** Opens the feed and calls `onChat` with the chat of every assignment. Returns when the feed is connected. */
async function listen(world: World, token: string, onChat: (chatId: string) => void): Promise<IncomingMessage> {
  const outgoing = get(`${world.url}/v3/events?types=chat.assigned`, { headers: { authorization: `Bearer ${token}` } });
  const [feed] = (await once(outgoing, 'response')) as [IncomingMessage];
  feed.setEncoding('utf8').on('error', () => undefined);
  outgoing.on('error', () => undefined);
  let rest = '';
  feed.on('data', (chunk: string) => {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data) onChat((JSON.parse(data) as { data: { id: string } }).data.id);
    }
  });
  await once(feed, 'data');
  return feed;
}
