import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../security/client.ts';
import type { Environment } from './environment.ts';
import { followFeed } from './feed.ts';
import { createProbe, type Outage } from './probe.ts';
import { type Scene, type StoredFile, upload } from './scene.ts';

/** What was accepted through the edge, and how long nothing was. */
export type Done = {
  /** Ids of contacts and of messages. */
  contacts: string[];
  sends: string[];
  callbacks: number;
  uploads: StoredFile[];
  /** Ids of contacts in the feed, with repeats as the feed gave them. */
  seenInFeed: string[];
  outages: Outage[];
  unexpected: string[];
};

const PAUSE_MS = { contacts: 60, sends: 150, callbacks: 400, uploads: 1_500, probe: 50 };
const RETRY_MS = 100;
const GIVE_UP_MS = 90_000;
/** Temporary refusals, which a client repeats. */
const REPEATED: ReadonlySet<number> = new Set([429, 503]);

/** Sends requests, callbacks, uploads and reads until it is stopped. Every request is repeated as a client repeats it. */
export function startTraffic({ edgeUrl, provider }: Environment, scene: Scene) {
  const done: Done = { contacts: [], sends: [], callbacks: 0, uploads: [], seenInFeed: [], outages: [], unexpected: [] };
  const stopping = new AbortController();
  const { token } = scene;
  let person = 0;

  const repeat = async (pauseMs: number, work: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => done.unexpected.push(String((error as Error).message).slice(0, 300)));
      await wait(pauseMs);
    }
  };
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await untilAccepted(edgeUrl, { path, token, body });
    return (JSON.parse(answer) as { data: { id: string } }).data.id;
  };
  const probe = createProbe(() => send(edgeUrl, { method: 'GET', path: `/v3/chats/${scene.chats[0]}`, token }));
  const feed = followFeed(edgeUrl, token, done.seenInFeed);
  const running = [
    repeat(PAUSE_MS.contacts, async () => {
      done.contacts.push(await create('/v3/contacts', { firstName: `Person ${person++}` }));
    }),
    repeat(PAUSE_MS.sends, async () => {
      const chat = scene.chats[done.sends.length % scene.chats.length];
      done.sends.push(await create(`/v3/chats/${chat}/messages`, { text: `send ${done.sends.length}` }));
    }),
    repeat(PAUSE_MS.callbacks, async () => {
      await provider.write(scene.account, [`+1212${5_550_000 + (done.callbacks % 20)}`]);
      done.callbacks++;
    }),
    repeat(PAUSE_MS.uploads, async () => {
      const file = await upload(edgeUrl, token).catch((error: Error) =>
        / 503/.test(error.message) ? undefined : Promise.reject(error),
      );
      if (file) done.uploads.push(file);
    }),
    repeat(PAUSE_MS.probe, probe.once),
  ];
  return {
    done,
    async stop(): Promise<Done> {
      stopping.abort();
      await Promise.all(running);
      await untilSeen(done);
      feed.stop();
      done.outages = probe.outages();
      return done;
    },
  };
}

const SEEN_WITHIN_MS = 20_000;

async function untilSeen({ contacts, seenInFeed }: Done): Promise<void> {
  for (const until = Date.now() + SEEN_WITHIN_MS; Date.now() < until; await wait(200)) {
    const seen = new Set(seenInFeed);
    if (contacts.every((id) => seen.has(id))) return;
  }
}

type Call = { path: string; token: string; body: object };

/** Repeats a request with the same key, so that an answer that was lost makes no second one. */
async function untilAccepted(baseUrl: string, call: Call): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  for (const until = Date.now() + GIVE_UP_MS; ; await wait(RETRY_MS)) {
    const answer = await send(baseUrl, { method: 'POST', ...call, headers }).catch((error: Error) => error);
    if ('status' in answer && answer.status === 201) return answer.text;
    const what = 'status' in answer ? `${answer.status} ${answer.text}` : answer.message;
    if ('status' in answer && !REPEATED.has(answer.status)) throw new Error(`${call.path} answered ${what}`);
    if (Date.now() > until) throw new Error(`${call.path} was not accepted: ${what}`);
  }
}
