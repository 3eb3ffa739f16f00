import assert from 'node:assert/strict';
import { until } from '../api.ts';
import { fallsIn } from '../storm/verify.ts';
import { all, isTaken, type Json, type Kind, meta, type Scene, type Stage } from './stage.ts';

/** The statuses of each provider. */
const TOLD: Record<Kind, string[]> = {
  whatsapp: ['sent', 'delivered', 'read'],
  sms: ['sent', 'delivered', 'read'],
  email: ['delivered', 'read'],
  instagram: ['read'],
};

const wordsOf = ({ history }: Json): string[] => history.map(({ status }: Json) => status);

async function delayed({ kind, turn, meet, send, becomes }: Stage): Promise<void> {
  await turn({ statuses: TOLD[kind], statusDelayMs: 400 });
  const { id: chatId } = await meet();
  const startedAt = Date.now();
  const message = await becomes((await send(chatId, 'Read me')).id, ({ status }) => status === 'read');
  assert.ok(Date.now() - startedAt >= 400 * TOLD[kind].length, 'it was read before any status was sent');
  assert.deepEqual(new Set(wordsOf(message)), new Set(['pending', 'sent', ...TOLD[kind]]));
}

/** Statuses in any order: the highest counts, and no event lowers it. */
async function shuffled({ kind, turn, meet, send, becomes, events, phone }: Stage): Promise<void> {
  await turn({ statuses: TOLD[kind], shuffleStatuses: true, statusDelayMs: 30 });
  const { id: chatId } = await meet();
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push((await send(chatId, `Number ${i}`)).id);
  await Promise.all(ids.map((id) => becomes(id, isTaken)));
  await phone.flush();
  for (const id of ids) {
    const message = await becomes(id, ({ status, history }) => status === 'read' && history.length >= TOLD[kind].length + 1);
    assert.equal(new Set(wordsOf(message)).size, message.history.length, 'a word is there twice');
  }
  assert.equal(fallsIn(await events('message.sent', 'message.updated')), 0);
}

/** A missing delivered status has no effect: read implies it. */
async function lost({ kind, turn, meet, send, becomes, phone }: Stage): Promise<void> {
  const never = kind === 'instagram' ? 'read' : 'delivered';
  await turn({ statuses: TOLD[kind], loseStatuses: { [never]: 1 }, statusDelayMs: 20 });
  const { id: chatId } = await meet();
  const { id } = await send(chatId, 'Read me');
  await becomes(id, isTaken);
  await phone.flush();
  const message = await becomes(id, ({ status }) => status === (kind === 'instagram' ? 'sent' : 'read'));
  assert.ok(!wordsOf(message).includes(never));
}

const MANY = 50;

async function batched({ turn, person, phone, chats }: Stage): Promise<void> {
  await turn({ batch: { maxUpdates: MANY, waitMs: 300 } });
  await phone.emit(Array.from({ length: MANY }, (_, i) => ({ message: { from: person(), text: `Number ${i}` } })));
  await until(chats, (found) => found[0]?.unreadCount === MANY);
  assert.equal((await phone.callbacks()).posted, 1);
}

/** Messages of one contact keep their order. */
async function inOrder({ kind, turn, write, chats, messages }: Stage): Promise<void> {
  const isBatched = meta.includes(kind);
  await turn({ callbacksInFlight: 1, ...(isBatched && { batch: { maxUpdates: 1, waitMs: 0 } }) });
  for (let i = 0; i < 15; i++) await write(`Number ${i}`);
  const [chat] = await until(chats, (found) => found[0]?.unreadCount === 15);
  const kept = (await messages(chat.id)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  assert.deepEqual(
    kept.map(({ content }) => content.body),
    Array.from({ length: 15 }, (_, i) => `Number ${i}`),
  );
}

const AT_ONCE = 20;

/** Twenty concurrent callbacks of a new contact. */
async function atOnce({ kind, turn, person, phone, chats, api }: Stage): Promise<void> {
  await turn({ callbacksInFlight: AT_ONCE, ...(meta.includes(kind) && { batch: { maxUpdates: 1, waitMs: 0 } }) });
  await phone.emit(
    Array.from({ length: AT_ONCE }, (_, i) => ({ message: { from: person(), text: `Number ${i}`, subject: 'Many' } })),
  );
  const found = await until(chats, (all) => all.reduce((sum, chat) => sum + chat.unreadCount, 0) === AT_ONCE);
  assert.equal(found.length, 1, 'one person has two chats');
  const contacts = await api.all('/v3/contacts/search');
  assert.equal(contacts.filter(({ handles }) => handles.some(({ value }: Json) => value === person())).length, 1);
}

async function doubled({ kind, turn, meet, messages, send, becomes, events, phone }: Stage): Promise<void> {
  await turn({ duplicateCallbacks: 1, statuses: TOLD[kind] });
  const { id: chatId } = await meet();
  const { id } = await send(chatId, 'And you?');
  await becomes(id, ({ status }) => status === 'read');
  await phone.flush();
  const kept = await messages(chatId);
  assert.deepEqual(kept.map(({ sender }) => sender).toSorted(), ['inbound', 'outbound']);
  const message = await becomes(id, () => true);
  assert.equal(new Set(wordsOf(message)).size, message.history.length, 'a word is there twice');
  assert.equal((await events('message.received')).length, 1);
}

/** With a wrong secret callbacks are refused; the provider retries, and nothing is lost. */
async function retried({ kind, api, channelId, turn, phone, write, chatOf }: Stage): Promise<void> {
  const account = await phone.account();
  const name = { whatsapp: 'appSecret', instagram: 'appSecret', sms: 'authToken', email: 'callbackPassword' }[kind];
  const settle = (value: string) => api.put(`/v3/channels/${channelId}`, { settings: { [name]: value } });
  await settle('not-this-one');
  await turn({ callbackRetries: { tries: 10, baseMs: 300, timeoutMs: 5_000 } });
  await write('Is anybody there?');
  await until(
    () => phone.callbacks(),
    ({ retried }) => retried > 0,
  );
  await settle(account[name]);
  const chat = await chatOf('Is anybody there?');
  assert.equal(chat.unreadCount, 1);
  assert.equal((await phone.callbacks()).failed, 0);
}

export const statusScenes: Scene[] = [
  { name: 'callbackRetries', kinds: all, play: retried },
  { name: 'statuses and statusDelayMs', kinds: all, play: delayed },
  { name: 'shuffleStatuses', kinds: all, play: shuffled },
  { name: 'loseStatuses', kinds: all, play: lost },
  { name: 'batch', kinds: meta, play: batched },
  { name: 'callbacksInFlight: 1', kinds: all, play: inOrder },
  { name: 'callbacksInFlight: 20 of a new person', kinds: all, play: atOnce },
  { name: 'duplicateCallbacks', kinds: all, play: doubled },
];
