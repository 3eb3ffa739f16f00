import { setTimeout as wait } from 'node:timers/promises';

const AGAIN_MS = 200;

/** Follows the feed as a client does: it connects again where it was, and collects the ids of created contacts. */
export function followFeed(baseUrl: string, token: string, seen: string[]) {
  const stopping = new AbortController();
  let lastId: string | undefined;
  const listen = async () => {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (lastId !== undefined) headers['last-event-id'] = lastId;
    const response = await fetch(`${baseUrl}/v3/events?types=contact.created`, { headers, signal: stopping.signal });
    if (response.status !== 200) return;
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) read(block);
    }
  };
  const read = (block: string) => {
    const id = /^id: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (id === undefined || data === undefined) return;
    lastId = id;
    seen.push((JSON.parse(data) as { data: { id: string } }).data.id);
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await listen().catch(() => undefined);
      await wait(AGAIN_MS);
    }
  };
  void loop();
  return { stop: () => stopping.abort() };
}
