import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type Json, until } from '../api.ts';
import { isFailed, isTaken, meta, type Scene, type Stage } from './stage.ts';

const bytes = randomBytes(5_000);

/** The contact sends a file. Returns the stored file. */
async function fileFrom({ phone, person, chats, messages, api }: Stage): Promise<Json> {
  await phone.write({
    from: person(),
    media: { bytesBase64: bytes.toString('base64'), mimeType: 'application/pdf', fileName: 'a.pdf' },
  });
  const [chat] = await until(chats, (found) => found.length === 1);
  const [message] = await messages(chat.id);
  const { fileId } = message.content.attachments[0];
  return until(
    () => api.get(`/v3/files/${fileId}`),
    ({ status }) => status !== 'pending',
    40_000,
  );
}

async function isWhole({ api }: Stage, file: Json): Promise<void> {
  assert.equal(file.status, 'ready', JSON.stringify(file));
  const answer = await fetch(`${api.baseUrl}/v3/files/${file.id}/content`, { headers: { authorization: `Bearer ${api.token}` } });
  const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
  assert.equal(hash(new Uint8Array(await answer.arrayBuffer())), hash(bytes));
}

/** The URL in the callback has expired. WhatsApp provides a new one; on Instagram the file fails. */
async function shortLived(stage: Stage): Promise<void> {
  await stage.turn({ mediaUrlSeconds: 1, batch: { maxUpdates: 10, waitMs: 2_500 } });
  const file = await fileFrom(stage);
  if (stage.kind === 'whatsapp') return isWhole(stage, file);
  assert.equal(file.status, 'failed');
}

async function failing(stage: Stage): Promise<void> {
  await stage.turn({ mediaFailures: 1 });
  await isWhole(stage, await fileFrom(stage));
}

/** Refused permanently, refused temporarily, and bounced later. */
async function bounces({ turn, person, meet, send, becomes, phone }: Stage): Promise<void> {
  const [hard, soft] = [await meet(1), await meet(2)];
  await turn({ bounces: { [person(1)]: 'hard', [person(2)]: 'soft' } });
  const failed = await becomes((await send(hard.id, 'No such mailbox')).id, isFailed);
  assert.equal(failed.errors[0].key, 'undeliverable');
  const waiting = await send(soft.id, 'Later');
  await until(
    () => phone.sent(),
    (sends) => sends.some(({ errorCode }) => errorCode === 451),
  );
  await turn({ bounces: {} });
  await becomes(waiting.id, isTaken);
}

async function returned({ turn, person, meet, send, becomes, chats, messages }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  for (const bounceAs of ['webhook', 'dsn']) {
    await turn({ bounces: { [person()]: 'later' }, bounceAs });
    const failed = await becomes((await send(chatId, `Returned as ${bounceAs}`)).id, isFailed);
    assert.ok(failed.vendorId && failed.errors[0]?.key, 'it does not say why');
  }
  assert.equal((await chats()).length, 1, 'the mail system has a chat of its own');
  assert.equal((await messages(chatId)).filter(({ sender }) => sender === 'inbound').length, 1);
}

export const mediaScenes: Scene[] = [
  { name: 'mediaUrlSeconds', kinds: meta, play: shortLived },
  { name: 'mediaFailures', kinds: ['whatsapp', 'instagram', 'sms'], play: failing },
  { name: 'bounces: hard and soft', kinds: ['email'], play: bounces },
  { name: 'bounces: later, and bounceAs', kinds: ['email'], play: returned },
];
