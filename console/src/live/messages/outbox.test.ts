import assert from 'node:assert/strict';
import { afterEach, describe, mock, test } from 'node:test';
import type { types } from '@patchbay/sdk';
import { createOutbox, type NewOutgoing, UNDO_MS } from './outbox.ts';

type Call = { chatId: string; body: types.SendMessageBody; key: string };

function given({ refuse = [] as unknown[] } = {}) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const calls: Call[] = [];
  const sent: string[] = [];
  let keys = 0;
  const outbox = createOutbox({
    sendMessage: async (chatId, body, key) => {
      calls.push({ chatId, body, key });
      const error = refuse.shift();
      if (error) throw error;
      return { id: `m${calls.length}`, metadata: body.metadata } as types.FullMessage;
    },
    createNote: async () => ({ id: 'n1' }) as types.Note,
    onSent: (chatId) => void sent.push(chatId),
    isChanged: (error) => error === 'changed',
    now: () => Date.now(),
    newKey: () => `key${++keys}`,
  });
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { outbox, calls, sent, pass };
}

const text = (chatId: string, words: string, guard: string | null = 'latest'): NewOutgoing => ({
  chatId,
  text: words,
  files: [],
  content: { kind: 'message', body: { text: words } },
  guard,
});

describe('outbox', () => {
  afterEach(() => mock.timers.reset()); // other files of the process need the real time

  test('a message leaves after five seconds, with its key and the guard', async () => {
    const { outbox, calls, pass } = given();
    outbox.add(text('chat1', 'Hello'));
    await pass(UNDO_MS - 1);
    assert.equal(calls.length, 0);
    await pass(1);
    assert.deepEqual(calls[0]?.body, { text: 'Hello', metadata: { clientKey: 'key1' }, ifLatestMessageId: 'latest' });
    assert.equal(outbox.items().length, 0);
  });

  test('within five seconds it can be taken back, and its text returns', async () => {
    const { outbox, calls, pass } = given();
    const { clientKey } = outbox.add(text('chat1', 'Hello'));
    assert.equal(outbox.remove(clientKey)?.text, 'Hello');
    await pass(UNDO_MS * 2);
    assert.equal(calls.length, 0);
  });

  test('each message goes to the chat in which send was pressed', async () => {
    const { outbox, calls, pass } = given();
    outbox.add(text('chat1', 'One'));
    outbox.add(text('chat2', 'Two'));
    await pass(UNDO_MS);
    assert.deepEqual(
      calls.map(({ chatId, body }) => [chatId, 'text' in body && body.text]),
      [
        ['chat1', 'One'],
        ['chat2', 'Two'],
      ],
    );
  });

  test('two messages in a row: the second follows the first and is not refused because of it', async () => {
    const { outbox, calls, pass } = given();
    outbox.add(text('chat1', 'One'));
    outbox.add(text('chat1', 'Two'));
    await pass(UNDO_MS);
    assert.deepEqual(
      calls.map(({ body }) => body.ifLatestMessageId),
      ['latest', 'm1'],
    );
  });

  test('a second message is not refused because of the first one when the screen does not show the first one yet', async () => {
    const { outbox, calls, pass } = given();
    for (const words of ['One', 'Two', 'Three']) {
      outbox.add(text('chat1', words)); // always with the guard of the screen, which is late
      await pass(UNDO_MS);
    }
    outbox.add(text('chat2', 'Four'));
    await pass(UNDO_MS);
    assert.deepEqual(
      calls.map(({ body }) => body.ifLatestMessageId),
      ['latest', 'm1', 'm2', 'latest'],
    );
  });

  test('a newer message stops the send; it stays, and can be sent anyway', async () => {
    const { outbox, calls, pass } = given({ refuse: ['changed'] });
    const { clientKey } = outbox.add(text('chat1', 'Hello'));
    await pass(UNDO_MS);
    assert.equal(outbox.items()[0]?.state, 'changed');
    await outbox.sendAnyway(clientKey);
    assert.equal(calls[1]?.body.ifLatestMessageId, undefined);
    assert.notEqual(calls[1]?.key, calls[0]?.key);
    assert.equal(outbox.items().length, 0);
  });

  test('after a failure the text is kept and can be sent again under the same key', async () => {
    const { outbox, calls, pass } = given({ refuse: [new Error('offline')] });
    const { clientKey } = outbox.add(text('chat1', 'Hello'));
    await pass(UNDO_MS);
    assert.equal(outbox.items()[0]?.state, 'failed');
    await outbox.send(clientKey);
    assert.equal(calls[1]?.key, calls[0]?.key);
  });

  test('the event of a message can arrive before the answer: it is shown once', async () => {
    const { outbox, pass } = given();
    outbox.add(text('chat1', 'Hello'));
    mock.timers.tick(UNDO_MS);
    outbox.settle({ id: 'm1', metadata: { clientKey: 'key1' } });
    assert.equal(outbox.items().length, 0);
    await pass(0);
    assert.equal(outbox.items().length, 0);
  });

  test('a second message is sent after the event of the first one and before its answer: it follows the first', async () => {
    const { outbox, calls, pass } = given();
    outbox.add(text('chat1', 'One'));
    mock.timers.tick(UNDO_MS);
    outbox.settle({ id: 'm1', metadata: { clientKey: 'key1' } });
    const { clientKey } = outbox.add(text('chat1', 'Two'));
    void outbox.send(clientKey);
    await pass(0);
    assert.deepEqual(
      calls.map(({ body }) => body.ifLatestMessageId),
      ['latest', 'm1'],
    );
  });

  test('a send refused because of a message from this window is sent again; one refused because of another message is not', async () => {
    const { outbox, calls, pass } = given({ refuse: [undefined, 'changed', undefined, 'changed', 'changed'] });
    for (const guard of ['latest', 'older', 'm3']) {
      outbox.add(text('chat1', 'Hello', guard));
      await pass(UNDO_MS);
    }
    assert.deepEqual(
      calls.map(({ body }) => body.ifLatestMessageId),
      ['latest', 'older', 'm1', 'm3'],
    );
    assert.equal(outbox.items()[0]?.state, 'changed');
  });

  test('what was sent is remembered for the 200 latest chats', async () => {
    const { outbox, calls, pass } = given();
    const sendTo = async (chat: number) => {
      outbox.add(text(`chat${chat}`, 'Hello'));
      await pass(UNDO_MS);
      return calls.at(-1)?.body.ifLatestMessageId;
    };
    for (let chat = 1; chat <= 201; chat++) await sendTo(chat);
    assert.deepEqual([await sendTo(2), await sendTo(1)], ['m2', 'latest']);
  });

  test('a message for later has no guard', async () => {
    const { outbox, calls, pass } = given();
    outbox.add({
      ...text('chat1', 'x'),
      content: { kind: 'message', body: { text: 'x', scheduledAt: '2027-01-01T00:00:00.000Z' } },
    });
    await pass(UNDO_MS);
    assert.equal(calls[0]?.body.ifLatestMessageId, undefined);
  });
});
