import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { Inbound } from '../../../server/src/domain/messages/index.ts';
import { freePort } from '../../../server/src/test-kit/ports.ts';
import { personOn } from './accounts.ts';
import type { Bench } from './bench.ts';
import type { Promised } from './promised.ts';

const MANY = 40;

/** In one callback or in several, depending on the provider. */
async function keepOrder({ kind, phone, read }: Bench): Promise<void> {
  const { from } = personOn(kind, 1);
  const isBatched = kind === 'whatsapp' || kind === 'instagram';
  await phone.turn({ callbacksInFlight: 1, ...(isBatched && { batch: { maxUpdates: MANY, waitMs: 50 } }) });
  const words = Array.from({ length: MANY }, (_, i) => `number ${i}`);
  await phone.emit(words.map((text) => ({ message: { from, text, subject: 'Many' } })));
  const items = await read();
  const texts = items.flatMap((item) => (item.kind === 'message' ? [item.content.text] : []));
  assert.deepEqual(texts, words);
  assert.equal((await phone.callbacks()).posted, isBatched ? 1 : MANY);
}

type StatusOrEcho = Extract<Inbound, { kind: 'status' | 'echo' }>;

/** Instagram confirms a send only by its echo, with the same id as the response. */
async function keepIds({ kind, phone, read, send, outgoing }: Bench): Promise<void> {
  if (kind !== 'instagram')
    await phone.turn({ statuses: kind === 'email' ? ['delivered', 'read'] : ['sent', 'delivered', 'read'] });
  const message = outgoing(1);
  const outcome = await send(message);
  assert.equal(outcome.kind, 'accepted');
  const [sent] = await phone.sent();
  assert.equal(outcome.kind === 'accepted' && outcome.vendorId, sent?.vendorId);
  const reported = (await read()).filter((item): item is StatusOrEcho => item.kind === 'status' || item.kind === 'echo');
  assert.ok(reported.length > 0, 'no callback reported it');
  for (const item of reported) {
    assert.equal(item.vendorId, sent?.vendorId);
    if (item.kind === 'status') assert.equal(item.messageId, message.messageId);
  }
}

/** Every attempt of one message has the same key; a mail has its Message-ID. */
async function keepKey({ kind, phone, send, outgoing }: Bench): Promise<void> {
  await phone.turn({ honourIdempotencyKey: true });
  const messages = [1, 2, 3].map((n) => outgoing(n));
  for (const message of messages) await send(message);
  for (const message of messages) await send(message);
  const sent = await phone.sent();
  const keys = messages.map(({ attemptId, messageId }) => (kind === 'email' ? `<${messageId}@sandbox.test>` : attemptId));
  assert.deepEqual(
    sent.map(({ idempotencyKey }) => idempotencyKey),
    keys,
  );
  assert.equal((await phone.summary()).replayed, 3);
}

/** Connection refused: nothing was sent, so it may be retried. */
async function keepNotReached({ kind, settings, send, outgoing }: Bench): Promise<void> {
  const port = await freePort();
  const nowhere = kind === 'email' ? { smtpPort: port } : { baseUrl: `http://127.0.0.1:${port}` };
  const outcome = await send(outgoing(1), { settings: { ...settings, ...nowhere } });
  assert.deepEqual([outcome.kind, outcome.kind === 'refused' && outcome.next], ['refused', 'retry']);
}

/** Accepted without a response: it must not be repeated. */
async function keepHanging({ phone, send, outgoing }: Bench): Promise<void> {
  const message = outgoing(1);
  await phone.turn({ hangFor: [message.to.value] });
  const outcome = await send(message, { timeoutMs: 1_500 });
  assert.equal(outcome.kind, 'unknown');
}

async function keepCut({ phone, send, outgoing }: Bench): Promise<void> {
  await phone.turn({ dropConnectionAfterAccept: { next: 1 } });
  const outcome = await send(outgoing(1));
  assert.equal(outcome.kind, 'unknown');
  const { accepted, duplicateOwnIds } = await phone.summary();
  assert.deepEqual([accepted, duplicateOwnIds], [1, 0]);
}

/** The server at the address is not the provider. */
async function keepStranger({ kind, settings, send, outgoing }: Bench): Promise<void> {
  const stranger = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(kind === 'email' ? '554 go away\r\n' : 'HTTP/1.1 500 Oops\r\ncontent-length: 4\r\n\r\noops');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.address() as { port: number };
  const there = kind === 'email' ? { smtpPort: port } : { baseUrl: `http://127.0.0.1:${port}` };
  const outcome = await send(outgoing(1), { settings: { ...settings, ...there } });
  stranger.close();
  // A mail was not transferred; a request may have been processed.
  assert.equal(outcome.kind, kind === 'email' ? 'refused' : 'unknown', JSON.stringify(outcome));
}

export const sendingPromises: Promised[] = [
  { name: 'many messages are read in their order, none missing', keep: keepOrder },
  { name: 'an accepted send has the vendor’s id, and later callbacks have ours', keep: keepIds },
  { name: 'every try of a send has the same key', keep: keepKey },
  { name: 'a provider that is not reached is tried again', keep: keepNotReached },
  { name: 'a provider that never answers leaves the outcome unknown', keep: keepHanging },
  { name: 'a connection cut after the message was taken leaves the outcome unknown', keep: keepCut },
  { name: 'an answer that means nothing never counts as sent', keep: keepStranger },
];
