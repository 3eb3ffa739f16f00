// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered and fails where it is wrong
export type FeedFrame = { id: string | undefined; event: string | undefined; data: any };

/** Opens the live feed and collects its frames until it is closed. Resolves when the server has started to send. */
export async function openFeed(baseUrl: string, token: string, query = '', lastEventId?: string) {
  const ended = new AbortController();
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (lastEventId !== undefined) headers['last-event-id'] = lastEventId;
  const response = await fetch(`${baseUrl}/v3/events${query}`, { headers, signal: ended.signal });
  const frames: FeedFrame[] = [];
  const started = Promise.withResolvers<void>();
  void collect(response, frames, started.resolve).catch(() => started.resolve());
  await started.promise;
  return { frames, close: () => ended.abort() };
}

async function collect(response: Response, frames: FeedFrame[], begun: () => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    begun();
    const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) if (!block.startsWith(':')) frames.push(frameOf(block));
  }
}

function frameOf(block: string): FeedFrame {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) };
}
