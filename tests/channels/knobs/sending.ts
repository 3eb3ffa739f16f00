import assert from 'node:assert/strict';
import { until } from '../api.ts';
import { all, allButInstagram, isFailed, isTaken, type Json, type Kind, type Scene, type Stage } from './stage.ts';

/** A code of a permanent failure. */
const HOPELESS: Record<Kind, number> = { whatsapp: 131026, instagram: 551, sms: 21614, email: 550 };
const PASSING: Record<Kind, number> = { whatsapp: 131000, instagram: 2, sms: 14107, email: 451 };

async function latency({ turn, meet, send, becomes }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  for (const latencyMs of [400, [300, 500]]) {
    await turn({ latencyMs });
    const startedAt = Date.now();
    const { id } = await send(chatId, 'Slowly');
    await becomes(id, isTaken);
    assert.ok(Date.now() - startedAt >= 290, 'it was accepted before the provider answered');
  }
}

async function errorFor({ kind, turn, meet, person, send, becomes, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  await turn({ errorFor: { [person()]: HOPELESS[kind] } });
  const failed = await becomes((await send(chatId, 'Never')).id, isFailed);
  assert.deepEqual([failed.sendState, failed.errors.length, failed.vendorId], ['failed', 1, null]);
  assert.deepEqual(
    (await phone.sent()).map(({ accepted }) => accepted),
    [false],
    'a hopeless message was tried again',
  );
  await turn({ errorFor: {} });
  await becomes((await send(chatId, 'Now')).id, isTaken);
}

/** Accepted, and reported as failed later. */
async function errorForLater({ kind, turn, meet, person, send, becomes, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  await turn({ errorFor: { [person()]: { code: HOPELESS[kind], later: true } } });
  const { id } = await send(chatId, 'Taken, then not');
  const failed = await becomes(id, isFailed);
  assert.ok(failed.vendorId && failed.errors[0]?.message, 'it does not say why');
  assert.deepEqual([failed.sendState, (await phone.summary()).accepted], ['failed', 1]);
}

/** Messages of a chat are sent in order, so the same seed fails the same ones. */
async function chance({ kind, turn, meet, send, becomes, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  const round = async () => {
    await turn({ seed: 7, errorRate: 0.5, errorCode: HOPELESS[kind] });
    const before = (await phone.sent()).length;
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) ids.push((await send(chatId, `Number ${i}`)).id);
    const ended: Json[] = [];
    for (const id of ids) ended.push(await becomes(id, (message) => isTaken(message) || isFailed(message)));
    const journal = (await phone.sent()).slice(before).map(({ accepted }) => accepted);
    assert.deepEqual(ended.map(isTaken), journal, 'what Patchbay says is not what the provider did');
    return journal.map((accepted) => (accepted ? '+' : '-')).join('');
  };
  const first = await round();
  assert.ok(first.includes('+') && first.includes('-'), first);
  assert.equal(await round(), first);
}

/** A temporary failure is retried and not visible. */
async function passing({ kind, turn, meet, send, becomes, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  await turn({ errorRate: 1, errorCode: PASSING[kind] });
  const { id } = await send(chatId, 'Again, please');
  await until(
    () => phone.summary(),
    ({ refused }) => refused > 0,
  );
  assert.equal((await becomes(id, () => true)).status, 'pending');
  await turn({ errorRate: 0 });
  const { history } = await becomes(id, isTaken);
  assert.ok(!history.some(({ status }: Json) => status === 'failed'));
}

/** Over the provider's rate: sends slow down, and nothing fails. */
async function tooFast({ turn, meet, send, becomes, phone }: Stage): Promise<void> {
  const chats = [await meet(1), await meet(2)];
  await turn({ ratePerSecond: 0.15 }); // seconds between two sends, so that even a busy machine is too fast
  const sent = await Promise.all(chats.map(({ id }) => send(id, 'Both at once')));
  for (const { id } of sent) {
    const { history } = await becomes(id, isTaken, 60_000);
    assert.ok(!history.some(({ status }: Json) => status === 'failed'), 'it failed on the way');
  }
  const { accepted, refused, duplicateOwnIds } = await phone.summary();
  assert.deepEqual([accepted, duplicateOwnIds], [2, 0]);
  assert.ok(refused > 0, 'the provider never said that it was too fast');
}

/** The response is lost with at-most-once: a receipt settles it. */
async function cutOff({ turn, meet, send, becomes, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  await turn({ dropConnectionAfterAccept: { next: 1 } });
  const { id } = await send(chatId, 'Did you get this?');
  const { vendorId, errors } = await becomes(id, isTaken);
  const { accepted, duplicateOwnIds, total } = await phone.summary();
  assert.deepEqual([accepted, duplicateOwnIds, total, errors], [1, 0, 1, []]);
  assert.equal(vendorId, (await phone.sent())[0]?.vendorId);
}

/** The same with idempotency keys: it is repeated with the same key and arrives once. */
async function honoured({ kind, turn, meet, send, becomes, phone }: Stage): Promise<void> {
  await turn({ honourIdempotencyKey: true, dropConnectionAfterAccept: { next: 1 }, statuses: [] });
  const { id: chatId } = await meet();
  await becomes((await send(chatId, 'Once, whatever happens')).id, isTaken);
  const { accepted, replayed, duplicateKeys } = await phone.summary();
  assert.deepEqual([accepted, duplicateKeys], [1, 0]);
  // Instagram's echo may arrive before the repeat.
  assert.ok(replayed === 1 || (kind === 'instagram' && replayed === 0), `asked again ${replayed} times`);
}

/** No response within the timeout: unknown, and not repeated. */
async function hanging({ turn, meet, person, send, becomes, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  await turn({ hangFor: [person()] });
  const { id } = await send(chatId, 'Hello?');
  const left = await becomes(id, ({ sendState }) => sendState === 'unknown', 60_000);
  assert.deepEqual([left.status, left.errors[0]?.key], ['pending', 'outcome_unknown']);
  assert.equal((await phone.summary()).total, 0);
}

async function expired({ turn, meet, send, becomes, channel }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  await turn({ tokenExpired: true });
  const { id } = await send(chatId, 'Waits');
  const stopped = await until(channel, ({ status }) => status === 'error');
  assert.ok(stopped.statusReason);
  assert.equal((await becomes(id, () => true)).status, 'pending');
}

/** A locked account stops its channel. A mail server only refuses the mail. */
async function locked({ kind, turn, meet, send, becomes, channel, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  await turn({ accountLocked: true });
  const { id } = await send(chatId, 'Waits');
  if (kind === 'email') await becomes(id, isFailed);
  else await until(channel, ({ status, statusReason }) => status === 'error' && statusReason !== null);
  assert.equal((await phone.summary()).accepted, 0);
}

export const sendingScenes: Scene[] = [
  { name: 'hangFor', kinds: all, play: hanging },
  { name: 'ratePerSecond', kinds: all, play: tooFast },
  { name: 'honourIdempotencyKey', kinds: all, channel: { sendGuarantee: 'idempotent' }, play: honoured },
  { name: 'errorRate with a passing fault', kinds: all, play: passing },
  { name: 'latencyMs', kinds: all, play: latency },
  { name: 'errorFor', kinds: all, play: errorFor },
  { name: 'errorFor, told later', kinds: allButInstagram, play: errorForLater },
  { name: 'seed, errorRate and errorCode', kinds: all, play: chance },
  { name: 'dropConnectionAfterAccept', kinds: all, play: cutOff },
  { name: 'tokenExpired', kinds: all, play: expired },
  { name: 'accountLocked', kinds: all, play: locked },
];
