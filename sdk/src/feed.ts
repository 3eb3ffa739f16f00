import type { Answer } from './attempt.ts';
import { ConnectionError, PatchbayError } from './errors.ts';
import { type Frame, framesOf } from './frames.ts';
import type { Event } from './generated/types.ts';
import { mayPass, standardPolicy, waitBefore } from './retry.ts';
import type { Settings } from './settings.ts';
import { sleep } from './sleep.ts';

/** Options of the live feed. */
export type Feed = {
  /** Only these types, for example `['message.received']`. */
  types?: string[];
  /** Also live events, such as `chat.presence`. They are not stored: their `id` is `null`, and a lost connection loses them. */
  live?: boolean;
  /** Begin after this event; what happened since comes first. */
  lastEventId?: string;
  /** How often in a row the connection may fail before the feed does; 10 by default. */
  maxRetries?: number;
  /** The server sends something every few seconds; silence for so long means that the connection is dead. 30,000 by default. */
  silenceMs?: number;
  /** Hears that the server accepted the connection: the first one, and each one after a lost connection. */
  onOpen?: () => void;
  /** Hears that the connection was lost; the feed connects again by itself. */
  onLost?: (error: unknown) => void;
};

type Open = (headers: Record<string, string>, query: string, signal: AbortSignal) => Promise<Pick<Answer, 'response'>>;

const RETRIES_IN_A_ROW = 10;
const SILENCE_MS = 30_000;
/** After a reconnect the server begins a little earlier, so some events come again: these many ids are known. */
const IDS_KNOWN = 5_000;

/** Yields events as they happen, each once. Reconnects after a lost connection and continues after the last event. */
export async function* follow(
  feed: Feed,
  settings: Settings,
  signal: AbortSignal | undefined,
  open: Open,
): AsyncGenerator<Event> {
  const policy = { ...standardPolicy, ...settings.policy, maxRetries: feed.maxRetries ?? RETRIES_IN_A_ROW };
  const query = queryOf(feed);
  const seen = new Set<string>();
  let lastId = feed.lastEventId;
  for (let failures = 0; ; ) {
    try {
      for await (const frame of listen(open, lastId, query, feed, signal)) {
        failures = 0;
        if (frame.data === '' || seen.has(frame.id)) continue;
        if (frame.id !== '') {
          lastId = frame.id;
          addId(seen, frame.id);
        }
        yield JSON.parse(frame.data) as Event;
      }
      throw new ConnectionError({
        operation: 'followEvents',
        message: 'the feed ended',
        requestId: null,
        attempts: failures + 1,
      });
    } catch (error) {
      signal?.throwIfAborted();
      feed.onLost?.(error);
      const outcome = outcomeOf(error);
      const waitMs = waitBefore(++failures, outcome, policy, { now: Date.now(), random: Math.random });
      if (!mayPass(outcome) || waitMs === null) throw error;
      await sleep(waitMs, signal);
    }
  }
}

function queryOf({ types = [], live }: Feed): string {
  const parts = [
    ...(types.length > 0 ? [`types=${types.map(encodeURIComponent).join(',')}`] : []),
    ...(live ? ['live=true'] : []),
  ];
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** One connection, until it ends, breaks or falls silent. Whoever stops listening closes it. */
async function* listen(
  open: Open,
  lastId: string | undefined,
  query: string,
  { silenceMs = SILENCE_MS, onOpen }: Feed,
  signal: AbortSignal | undefined,
): AsyncGenerator<Frame> {
  const over = new AbortController();
  const watch = watchdog(silenceMs, () => over.abort(new Error(`nothing was received for ${silenceMs} ms`)));
  try {
    const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    const { response } = await open(lastId === undefined ? {} : { 'last-event-id': lastId }, query, either);
    onOpen?.();
    if (response.body) yield* framesOf(response.body, watch.kick);
  } finally {
    watch.stop();
    over.abort();
  }
}

function watchdog(ms: number, bark: () => void) {
  let timer = setTimeout(bark, ms);
  return {
    kick: () => {
      clearTimeout(timer);
      timer = setTimeout(bark, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

function addId(seen: Set<string>, id: string): void {
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > IDS_KNOWN && oldest !== undefined) seen.delete(oldest);
}

/** An answer of the API decides by its status; whatever else ends a stream is a lost connection. */
function outcomeOf(error: unknown) {
  if (!(error instanceof PatchbayError) || error.status === null) return { lost: true } as const;
  const retryAfter = error.retryAfterMs === null ? null : String(error.retryAfterMs / 1000);
  return { status: error.status, messageKey: error.messageKey, retryAfter };
}
