import { Patchbay, type types } from '@patchbay/sdk';
import { command, type Task } from '../command.ts';
import { exitCodes, usage } from '../failure.ts';
import { announceConnection } from '../listen/announce.ts';
import { type Forwarded, forward } from '../listen/forward.ts';
import {
  advance,
  BEFORE_EVERYTHING,
  hasSeen,
  idAt,
  type Keeper,
  openKeeper,
  type Position,
  tenantOf,
} from '../listen/position.ts';
import { checkedSecret, newSigningSecret } from '../listen/sign.ts';
import { printable } from '../printable.ts';
import type { Account } from '../profiles.ts';
import { parseTime } from '../time.ts';

const NEWEST = 100;
/** A listener is patient: servers are restarted, laptops sleep. */
const NEVER_GIVES_UP = Number.MAX_SAFE_INTEGER;

export const listen = command({
  name: 'listen',
  summary: 'Show events as they happen, and forward them to a server on your machine',
  details:
    'With --forward-to every event is posted there as a webhook would be, signature included. The position is saved: events that happen\n' +
    'while listen is not running come first the next time, under the same webhook-id. If the local server is down, listen waits for it;\n' +
    'after three error responses the next event follows.',
  arguments: [],
  options: {
    'forward-to': { type: 'string', value: 'URL', short: 'f', summary: 'post events there, such as http://localhost:3000/hook' },
    types: { type: 'string', value: 'A,B', summary: 'only these types, such as message.received,chat.created' },
    since: { type: 'string', value: 'TIME', summary: 'start there instead of at the stored position: 10m, 2h, or a time' },
    fresh: { type: 'boolean', summary: 'ignore the stored position and start now' },
    secret: {
      type: 'string',
      value: 'WHSEC',
      summary: 'sign with this secret (PATCHBAY_WEBHOOK_SECRET); default: a generated and stored secret',
    },
  },
  examples: [
    'patchbay listen --forward-to http://localhost:3000/hook',
    'patchbay listen --types message.received --since 10m --json',
  ],
  async run(task) {
    const { io, out, options, store } = task;
    const target = targetOf(options['forward-to']);
    const types = (options.types ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const account = await task.account();
    const connection = announceConnection(out.note);
    const api = new Patchbay({ token: account.token, baseUrl: account.url, fetch: connection.fetch });
    const keeper = openKeeper(store.folder, [account.url, tenantOf(account.token), target ?? '', ...types.toSorted()]);
    try {
      const secret = target === undefined ? undefined : await secretFor(task, account, options.secret);
      if (secret !== undefined) out.note(`Forwarding to ${target}, signed with ${secret}`);
      const start = await startingPoint(api, keeper, options, io.signal);
      const feed = { types, lastEventId: start.lastId, maxRetries: NEVER_GIVES_UP };
      const events = api.events.follow(feed, { signal: io.signal, onResponse: connection.onResponse });
      await passOn(task, { events, start, keeper, target, secret });
    } catch (error) {
      if (!io.signal.aborted) throw error;
    }
    return exitCodes.ok.code;
  },
});

function targetOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw usage(`--forward-to cannot be ${given}`, 'give the whole address: http://localhost:3000/hook');
  return given;
}

/** The secret is made once per profile, so that the local server's setting holds from one day to the next. */
async function secretFor(
  { io, store }: Pick<Task, 'io' | 'store'>,
  { profile, url, token }: Account,
  given: string | undefined,
): Promise<string> {
  const chosen = given ?? (io.env.PATCHBAY_WEBHOOK_SECRET || undefined);
  if (chosen !== undefined) return checkedSecret(chosen);
  const settings = await store.read();
  const name = profile ?? 'environment';
  const kept = profile === null ? undefined : settings.profiles[name];
  if (kept?.signingSecret) return kept.signingSecret;
  const signingSecret = newSigningSecret();
  if (kept)
    await store.write({ ...settings, profiles: { ...settings.profiles, [name]: { ...kept, url, token, signingSecret } } });
  return signingSecret;
}

/**
 * Returns where the last listener ended, or the newest event. The position comes from the server, never from this machine's clock,
 * and is known before the feed is opened: a connection that breaks before the first event misses nothing.
 */
async function startingPoint(
  api: Patchbay,
  keeper: Keeper,
  { since, fresh }: { since?: string | undefined; fresh?: boolean | undefined },
  signal: AbortSignal,
): Promise<Position> {
  const newest = await api.events.search({ sortBy: 'desc(id)', pagination: { page: 0, limit: NEWEST } }, { signal });
  if (since !== undefined) return { lastId: idAt(parseTime(since, '--since', new Date())), recent: [] };
  const saved = fresh ? undefined : await keeper.load();
  if (saved) return saved;
  const ids = newest.data.map(({ id }) => id).toReversed();
  const position = { lastId: ids.at(-1) ?? idAt(BEFORE_EVERYTHING), recent: ids };
  await keeper.save(position);
  return position;
}

type Passing = {
  events: AsyncIterable<types.Event>;
  start: Position;
  keeper: Keeper;
  target: string | undefined;
  secret: string | undefined;
};

/** One after the other, in order. The position moves only when the event has been taken. */
async function passOn({ io, out }: Pick<Task, 'io' | 'out'>, { events, start, keeper, target, secret }: Passing): Promise<void> {
  let position = start;
  for await (const event of events) {
    if (hasSeen(position, event.id)) continue;
    const forwarded = target && secret ? await forwardTo(io, out, target, secret, event) : null;
    position = advance(position, event.id);
    await keeper.save(position);
    out.event({ event, forwarded }, () => eventLine(out, event, forwarded));
  }
}

async function forwardTo(io: Task['io'], out: Task['out'], url: string, secret: string, event: types.Event): Promise<Forwarded> {
  let hasPrinted = false;
  const onWaiting = (why: string) => {
    if (!hasPrinted) out.note(`${url} cannot be reached (${why}); waiting for it with ${event.event} ${event.id}`);
    hasPrinted = true;
  };
  return forward({ url, secret, signal: io.signal, onWaiting }, event);
}

function eventLine({ paint }: Task['out'], event: types.Event, forwarded: Forwarded | null): string {
  const head = `${event.createdAt.slice(11, 19)}  ${paint('cyan', event.event.padEnd(24))} ${event.id}`;
  if (forwarded === null) return `${head}  ${printable(gist(event))}`.trimEnd();
  const isTaken = forwarded.status !== null && forwarded.status >= 200 && forwarded.status < 300;
  const outcome = forwarded.status === null ? forwarded.error : String(forwarded.status);
  const tries = forwarded.tries > 1 ? ` after ${forwarded.tries} tries` : '';
  return `${head}  ${paint(isTaken ? 'green' : 'red', `→ ${outcome}`)}${tries}  ${forwarded.durationMs} ms`;
}

/** What a person wants to know of an event at a glance. */
function gist({ data }: types.Event): string {
  const { content, displayName, status, name } = data as Record<string, unknown> & { content?: { body?: string | null } };
  return [displayName, name, status, content?.body].find((one): one is string => typeof one === 'string') ?? '';
}
