import type { Api, Json } from './api.ts';

/** An event of the live feed. */
export type Event = { id: string; event: string; data: Json };
export type Feed = { events: Map<string, Event>; close(): void };

/** Follows a tenant's events. The feed may repeat an event after a reconnect, so they are stored by id. */
export async function followEvents(api: Api, types: string[]): Promise<Feed> {
  const ended = new AbortController();
  const response = await fetch(`${api.baseUrl}/v3/events?types=${types.join(',')}`, {
    headers: { authorization: `Bearer ${api.token}`, accept: 'text/event-stream' },
    signal: ended.signal,
  });
  const events = new Map<string, Event>();
  const begun = Promise.withResolvers<void>();
  void read(response, (event) => events.set(event.id, event), begun.resolve).catch(begun.reject);
  await begun.promise;
  return { events, close: () => ended.abort() };
}

async function read(response: Response, keep: (event: Event) => void, begun: () => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    begun();
    const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data) keep(JSON.parse(data) as Event);
    }
  }
}
