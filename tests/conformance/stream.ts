import type { Api, Json } from './api.ts';
import { createQueue, type Queue } from './queue.ts';

/** One server-sent event: its id, its name and its data, parsed. */
export type Frame = { id: string; event: string; data: Json };
export type Stream = Queue<Frame> & { status: number; headers: Headers; opened: Promise<void>; close(): void };

/** Follows a stream of server-sent events until it is closed. `opened` resolves when the server has started to send. */
export async function follow(api: Api, path: string, headers: Record<string, string> = {}): Promise<Stream> {
  const ended = new AbortController();
  const response = await fetch(api.baseUrl + path, {
    headers: { authorization: `Bearer ${api.token}`, accept: 'text/event-stream', ...headers },
    signal: ended.signal,
  });
  const queue = createQueue<Frame>();
  const opened = Promise.withResolvers<void>();
  void read(response, queue, opened.resolve).catch(() => opened.resolve());
  return { ...queue, status: response.status, headers: response.headers, opened: opened.promise, close: () => ended.abort() };
}

/** Runs the work with an open stream, and closes it afterwards. */
export async function following(api: Api, path: string, work: (stream: Stream) => Promise<void>, lastEventId?: string) {
  const stream = await follow(api, path, lastEventId === undefined ? {} : { 'last-event-id': lastEventId });
  try {
    await stream.opened;
    await work(stream);
  } finally {
    stream.close();
  }
}

async function read(response: Response, queue: Queue<Frame>, begun: () => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    begun();
    const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) if (!block.startsWith(':')) queue.push(frameOf(block));
  }
}

function frameOf(block: string): Frame {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) };
}
