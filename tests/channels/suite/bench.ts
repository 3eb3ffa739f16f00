import { randomUUID } from 'node:crypto';
import { channels } from '../../../sandbox/src/channels.ts';
import type { Sandbox } from '../../../sandbox/src/index.ts';
import type { Adapter, SendDeps, SendOutcome } from '../../../server/src/adapters/adapter.ts';
import { adapters } from '../../../server/src/adapters/index.ts';
import type { Inbound, Outgoing, OutgoingContent } from '../../../server/src/domain/messages/index.ts';
import { systemClock } from '../../../server/src/platform/clock.ts';
import { createProviderHttp } from '../../../server/src/platform/provider-http.ts';
import { atEnd } from '../../chaos/endings.ts';
import { send as call } from '../../security/client.ts';
import type { Kind } from '../kinds.ts';
import { createPhone, type Phone } from '../phone.ts';
import { makePair, type Pair, personOn } from './accounts.ts';
import type { Capture, Captured } from './capture.ts';

/** An adapter alone, and an account of the simulated provider whose callbacks come to us. Each promise gets a new one. */
export type Bench = Pair & {
  kind: Kind;
  adapter: Adapter;
  phone: Phone;
  /** Callbacks that came so far, when all have come. */
  callbacks(): Promise<Captured[]>;
  /** What the adapter reads in them. */
  read(): Promise<Inbound[]>;
  verify(request: Captured): boolean;
  parse(request: Captured): Promise<Inbound[]>;
  /** A message to the nth person, and what came of sending it. */
  outgoing(n: number, content?: Partial<OutgoingContent> & { type?: string }): Outgoing;
  send(message: Outgoing, how?: { settings?: Record<string, unknown>; timeoutMs?: number }): Promise<SendOutcome>;
  deps: SendDeps;
};

/** Long enough for a busy machine, and shorter than anybody waits. */
const TIMEOUT_MS = 20_000;

export async function openBench(kind: Kind, sandbox: Sandbox, capture: Capture): Promise<Bench> {
  const pair = makePair(kind, sandbox);
  const { url, captured } = capture.endpoint();
  const accountId = `suite-${kind}-${randomUUID()}`;
  const made = await call(sandbox.url, {
    method: 'PUT',
    path: `/_sandbox/accounts/${accountId}`,
    body: { kind, callbackUrl: url, ...pair.account },
  });
  if (made.status !== 200) throw new Error(made.text);
  const phone = createPhone(sandbox.url, accountId);
  if (channels[kind].knobs.includes('enforceWindow')) await phone.turn({ enforceWindow: false });
  const adapter = adapters[kind];
  const settingsOf = (given: Record<string, unknown>) => adapter.settings.parse(given);
  const parse = async (request: Captured) => adapter.parse(settingsOf(pair.settings), request);
  const callbacks = async () => {
    await phone.flush();
    return captured;
  };
  return {
    ...pair,
    kind,
    adapter,
    phone,
    callbacks,
    parse,
    deps: depsFor(url, TIMEOUT_MS),
    verify: (request) => adapter.verify(settingsOf(pair.settings), request),
    read: async () => (await Promise.all((await callbacks()).map(parse))).flat(),
    outgoing: (n, content) => outgoing(kind, n, content),
    send: (message, { settings = pair.settings, timeoutMs = TIMEOUT_MS } = {}) =>
      adapter.send(depsFor(`${url}?messageId=${message.messageId}`, timeoutMs), settingsOf(settings), message),
  };
}

function depsFor(callbackUrl: string, timeoutMs: number): SendDeps {
  const http = createProviderHttp({ allowPrivate: true, totalTimeoutMs: timeoutMs });
  atEnd(() => http.close());
  return { http, clock: systemClock, mode: 'live', callbackUrl };
}

const plainText = { type: 'text', text: 'Good morning', subject: null, html: null, attachments: [] };

function outgoing(kind: Kind, n: number, content: Partial<OutgoingContent> & { type?: string } = {}): Outgoing {
  const { from, type } = personOn(kind, n);
  return {
    messageId: randomUUID(),
    attemptId: randomUUID(),
    to: { type, value: from },
    content: { ...plainText, ...content } as OutgoingContent,
    replyTo: null,
    isAutomatic: false,
  };
}

/** Closes what adapters keep open between calls. */
export const closeAdapters = (): void => {
  for (const adapter of Object.values(adapters)) adapter.close?.();
};
