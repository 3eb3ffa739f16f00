import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../api.ts';
import { all, isFailed, isTaken, type Json, meta, type Scene, type Stage } from './stage.ts';
import { approvedTemplate } from './templates.ts';

const DAY_SECONDS = 86_400;

/** The window is closed: refused without a call to the provider. A template is accepted, if the channel has templates. */
async function closed(stage: Stage): Promise<void> {
  const { kind, phone, person, chatOf, try: attempt, becomes } = stage;
  await phone.write({ from: person(), text: 'Yesterday', timestamp: Math.floor(Date.now() / 1000) - DAY_SECONDS - 60 });
  const chat = await chatOf('Yesterday');
  assert.ok(Date.parse(chat.openUntil) < Date.now());
  assert.deepEqual(await attempt(chat.id, { text: 'Too late' }), { status: 422, key: 'outside_messaging_window' });
  await wait(300);
  assert.equal((await phone.summary()).total, 0, 'the provider was asked');
  if (kind !== 'whatsapp') return;
  const { id } = await approvedTemplate(stage, 'order_later');
  const body = { type: 'template', template: { id, variables: { 1: 'Ada' } } };
  await becomes((await stage.api.post(`/v3/chats/${chat.id}/messages`, body)).id, isTaken);
}

/** The provider has no window: Patchbay received a message that the provider does not know. */
async function enforced(stage: Stage): Promise<void> {
  const { kind, turn, phone, person, chatOf, send, becomes, try: attempt } = stage;
  await turn({ enforceWindow: true });
  await phone.emit([{ raw: unseen(kind, await phone.account(), person(), 'Unseen 1') }]);
  const chat = await chatOf('Unseen 1');
  const failed = await becomes((await send(chat.id, 'Are you there?')).id, isFailed);
  assert.equal(failed.errors[0].key, 'outside_messaging_window');
  assert.deepEqual(await attempt(chat.id, { text: 'And now?' }), { status: 422, key: 'outside_messaging_window' });
  await turn({ enforceWindow: false });
  await phone.emit([{ raw: unseen(kind, await phone.account(), person(), 'Unseen 2') }]);
  await chatOf('Unseen 2');
  await becomes((await send(chat.id, 'Now you are')).id, isTaken);
  if (kind !== 'whatsapp') return;
  await turn({ enforceWindow: 'later' });
  const later = await becomes((await send(chat.id, 'Taken, then not')).id, isFailed);
  assert.deepEqual([later.errors[0].key, later.vendorId !== null], ['outside_messaging_window', true]);
}

/** A callback signed as the provider would, without the provider. */
function unseen(kind: string, account: Json, from: string, text: string): Record<string, unknown> {
  const vendorId = `unseen.${from}.${text}`;
  if (kind === 'instagram') {
    return { sender: { id: from }, recipient: { id: account.igId }, timestamp: Date.now(), message: { mid: vendorId, text } };
  }
  const metadata = { display_phone_number: account.displayPhoneNumber, phone_number_id: account.phoneNumberId };
  const message = {
    from: from.slice(1),
    id: vendorId,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: text },
  };
  return { field: 'messages', value: { messaging_product: 'whatsapp', metadata, messages: [message] } };
}

/** A scheduled message is sent at its time; a cancelled one is not. */
async function scheduled({ meet, api, becomes, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  const at = (text: string, ms: number) =>
    api.post(`/v3/chats/${chatId}/messages`, { text, scheduledAt: new Date(Date.now() + ms).toISOString() });
  const [soon, never] = [await at('Soon', 8_000), await at('Never', 8_000)];
  assert.deepEqual([soon.status, never.status], ['scheduled', 'scheduled']);
  const cancelled = await api.post(`/v3/messages/${never.id}/cancel`);
  assert.deepEqual([cancelled.status, cancelled.sendState], ['deleted', 'cancelled']);
  await becomes(soon.id, isTaken);
  const sent = await phone.sent();
  assert.equal(sent.length, 1);
  assert.ok(Date.parse(sent[0]?.at ?? '') >= Date.parse(soon.scheduledAt), 'it was sent before its time');
  assert.equal((await api.call('POST', `/v3/messages/${soon.id}/cancel`, {})).status, 409);
  await wait(1_500);
  assert.equal((await phone.sent()).length, 1, 'a cancelled message was sent');
}

/** Written in the provider's app: stored as an outbound message. */
async function echoes({
  kind,
  api,
  tenant,
  inbox,
  meet,
  person,
  phone,
  messages,
  events,
  channelId,
  chats,
}: Stage): Promise<void> {
  if (kind === 'instagram') {
    const answer = await api.call('POST', '/v2/api_webhooks', {
      tenantId: tenant.id,
      type: 'INSTAGRAM_MESSAGE_ECHO',
      url: inbox.url,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  const { id: chatId } = await meet();
  await phone.emit([{ echo: { to: person(), text: 'From my own phone' } }]);
  const kept = await until(
    () => messages(chatId),
    (found) => found.length === 2,
  );
  const echo = kept.find(({ sender }) => sender === 'outbound');
  assert.deepEqual([echo.sources, echo.status, echo.content.body], [['echo'], 'sent', 'From my own phone']);
  const [chat] = await chats();
  assert.deepEqual([chat.unreadCount, chat.latestMessage.text], [1, 'From my own phone']);
  assert.equal((await events('message.sent')).length, 1);
  assert.equal((await events('message.received')).length, 1);
  assert.equal((await phone.summary()).total, 0, 'an echo was sent');
  if (kind !== 'instagram') return;
  const event = await inbox.first(
    'the v2 echo',
    ({ body }) => body.type === 'INSTAGRAM_MESSAGE_ECHO' && body.channelId === channelId,
  );
  assert.equal(event.body.data.id, echo.id);
}

/** Instagram's echo of a send, before or after its response: no second message. */
async function ownEchoes({ turn, meet, send, becomes, messages, events, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  for (const [i, echoBeforeResponse] of [true, false, true].entries()) {
    await turn({ echoBeforeResponse });
    const { id } = await send(chatId, 'The same words');
    const message = await becomes(id, isTaken);
    await phone.flush();
    assert.equal(message.vendorId, (await phone.sent())[i]?.vendorId);
  }
  await wait(500);
  const kept = await messages(chatId);
  assert.deepEqual(kept.map(({ sender }) => sender).toSorted(), ['inbound', 'outbound', 'outbound', 'outbound']);
  assert.equal((await events('message.sent')).length, 3);
  assert.equal((await events('message.received')).length, 1);
}

async function pairs({ turn, meet, send, becomes, phone }: Stage): Promise<void> {
  const { id: chatId } = await meet();
  await turn({ pairRate: { burst: 1, everySeconds: 20 } });
  const sent: Json[] = [];
  for (const text of ['One', 'Two']) sent.push(await send(chatId, text));
  for (const { id } of sent) {
    const { history } = await becomes(id, isTaken, 240_000);
    assert.ok(!history.some(({ status }: Json) => status === 'failed'));
  }
  const { accepted, refused } = await phone.summary();
  assert.equal(accepted, 2);
  assert.ok(refused > 0, 'WhatsApp never said that it was too much for one person');
}

export const windowScenes: Scene[] = [
  { name: 'pairRate', kinds: ['whatsapp'], play: pairs },
  { name: 'a closed window', kinds: meta, play: closed },
  { name: 'enforceWindow', kinds: meta, play: enforced },
  { name: 'scheduledAt and cancel', kinds: all, play: scheduled },
  { name: 'echoes of the provider’s own app', kinds: meta, play: echoes },
  { name: 'echoBeforeResponse', kinds: ['instagram'], play: ownEchoes },
];
