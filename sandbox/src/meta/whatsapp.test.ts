import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCESS_TOKEN, APP_SECRET, bearer, callUrl, given, itemsIn, PERSON, text } from '../test-kit/given.ts';
import { metaSignatureIsRight } from '../test-kit/receiver.ts';

const pngBase64 = Buffer.from('not really a picture').toString('base64');

test('POST messages 200: a text inside the window is accepted, and its statuses come back signed with our own id', async () => {
  const { whatsapp, phone, sendWhatsApp, flush, receiver, control } = await given();
  await whatsapp();
  await phone('wa', { from: PERSON, name: 'Sheena', text: 'hi' });
  const reply = await sendWhatsApp({ ...text(`+${PERSON}`), biz_opaque_callback_data: 'message-1' });
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body.contacts, [{ input: `+${PERSON}`, wa_id: PERSON }]);
  await flush('wa');
  assert.ok(receiver.received.every((one) => metaSignatureIsRight(one, APP_SECRET)));
  const [message] = itemsIn(receiver.received, 'messages');
  assert.deepEqual([message.from, message.type, message.text], [PERSON, 'text', { body: 'hi' }]);
  const statuses = itemsIn(receiver.received, 'statuses');
  assert.deepEqual(
    statuses.map(({ id, status, recipient_id, biz_opaque_callback_data }) => [
      id,
      status,
      recipient_id,
      biz_opaque_callback_data,
    ]),
    ['sent', 'delivered'].map((status) => [reply.body.messages[0].id, status, PERSON, 'message-1']),
  );
  const { body } = await control('GET', '/accounts/wa/sent');
  assert.equal(body.total, 1);
  assert.deepEqual([body.sends[0].ownId, body.sends[0].accepted, body.sends[0].body.text.body], ['message-1', true, 'Hello']);
});

test('POST messages: every sort of content that is right is taken, every sort that is wrong has its code', async () => {
  const { whatsapp, phone, sendWhatsApp } = await given();
  await whatsapp();
  const vendorId = await phone('wa', { from: PERSON, text: 'hi' });
  const button = (title: string) => ({ type: 'reply', reply: { id: title, title } });
  const buttons = (titles: string[]) => ({ type: 'button', body: { text: 'Which?' }, action: { buttons: titles.map(button) } });
  const list = (count: number) => ({
    type: 'list',
    body: { text: 'Which?' },
    action: {
      button: 'Open',
      sections: [{ title: 'All', rows: Array.from({ length: count }, (_, i) => ({ id: `${i}`, title: `Row ${i}` })) }],
    },
  });
  const tries: [Record<string, unknown>, number | null][] = [
    [text(PERSON), null],
    [{ to: PERSON, type: 'image', image: { link: 'https://shop.example/a.png', caption: 'A' } }, null],
    [{ to: PERSON, type: 'interactive', interactive: buttons(['Yes', 'No']) }, null],
    [{ to: PERSON, type: 'interactive', interactive: list(10) }, null],
    [{ to: PERSON, type: 'location', location: { latitude: 1, longitude: 2 } }, null],
    [{ to: PERSON, type: 'contacts', contacts: [{ name: { formatted_name: 'A' } }] }, null],
    [{ to: PERSON, type: 'reaction', reaction: { message_id: vendorId, emoji: '👍' } }, null],
    [{ type: 'text', text: { body: 'to nobody' } }, 100],
    [text(PERSON, 'x'.repeat(4097)), 100],
    [{ to: PERSON, type: 'image', image: {} }, 131008],
    [{ to: PERSON, type: 'image', image: { id: '404' } }, 131009],
    [{ to: PERSON, type: 'audio', audio: { link: 'https://shop.example/a.mp3', caption: 'no' } }, 100],
    [{ to: PERSON, type: 'interactive', interactive: buttons(['1', '2', '3', '4']) }, 131009],
    [{ to: PERSON, type: 'interactive', interactive: list(11) }, 131009],
    [{ to: PERSON, type: 'poll', poll: {} }, 131051],
    [text('+15550783881'), 131021],
    [{ to: PERSON, type: 'template', template: { name: 'none', language: { code: 'en_US' } } }, 132001],
  ];
  for (const [body, code] of tries) {
    const reply = await sendWhatsApp(body);
    assert.equal(reply.body.error?.code ?? null, code, JSON.stringify(body).slice(0, 200));
  }
  const wrong = await sendWhatsApp({ messaging_product: 'telegram', ...text(PERSON) });
  assert.equal(wrong.body.error.code, 100);
});

test('POST messages 401: a wrong token gets 190 in the body Meta sends, and an unknown id is no object', async () => {
  const { whatsapp, call } = await given();
  await whatsapp();
  const wrong = await call('POST', '/graph/v24.0/1065/messages', text(PERSON), { authorization: 'Bearer other' });
  assert.equal(wrong.status, 401);
  assert.deepEqual([wrong.body.error.code, wrong.body.error.type], [190, 'OAuthException']);
  assert.equal(typeof wrong.body.error.fbtrace_id, 'string');
  const unknown = await call('POST', '/graph/v24.0/999/messages', text(PERSON), bearer);
  assert.deepEqual([unknown.status, unknown.body.error.code, unknown.body.error.error_subcode], [400, 100, 33]);
});

test('POST messages: a read receipt with a typing sign is answered and remembered', async () => {
  const { whatsapp, phone, sendWhatsApp, control } = await given();
  await whatsapp();
  const vendorId = await phone('wa', { from: PERSON, text: 'hi' });
  const reply = await sendWhatsApp({ status: 'read', message_id: vendorId, typing_indicator: { type: 'text' } });
  assert.deepEqual(reply.body, { success: true });
  const { receipts } = (await control('GET', '/accounts/wa/receipts')).body;
  assert.deepEqual([receipts[0].vendorId, receipts[0].action], [vendorId, 'read+typing']);
});

test('people send every sort of message', async () => {
  const { whatsapp, phone, flush, receiver } = await given();
  await whatsapp();
  const from = PERSON;
  await phone('wa', { from, media: { bytesBase64: pngBase64, mimeType: 'application/pdf', fileName: 'a.pdf', caption: 'see' } });
  await phone('wa', { from, buttonReply: { id: 'yes', title: 'Yes' } });
  await phone('wa', { from, listReply: { id: 'row', title: 'Row', description: 'more' } });
  await phone('wa', { from, button: { payload: 'P', text: 'Stop' } });
  await phone('wa', { from, location: { latitude: 1.5, longitude: 2.5 } });
  await phone('wa', { from, reaction: { vendorId: 'wamid.x', emoji: '❤️' } });
  await phone('wa', { from, reaction: { vendorId: 'wamid.x' } });
  await phone('wa', { from, text: 'an answer', replyTo: 'wamid.y', timestamp: 1_700_000_000 });
  await phone('wa', { from, type: 'unsupported' });
  await phone('wa', { from, text: 'hidden', withoutPhoneNumber: true, userId: 'US.77' });
  await flush('wa');
  const messages = itemsIn(receiver.received, 'messages');
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['document', 'interactive', 'interactive', 'button', 'location', 'reaction', 'reaction', 'text', 'unsupported', 'text'],
  );
  assert.deepEqual([messages[0].document.filename, messages[0].document.caption], ['a.pdf', 'see']);
  assert.deepEqual(messages[1].interactive, { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } });
  assert.equal('emoji' in messages[6].reaction, false);
  assert.deepEqual([messages[7].context.id, messages[7].timestamp], ['wamid.y', '1700000000']);
  assert.deepEqual([messages[9].from, messages[9].from_user_id], [undefined, 'US.77']);
});

test('a person without a phone number is answered by their user id', async () => {
  const { whatsapp, phone, sendWhatsApp, flush, receiver } = await given();
  await whatsapp();
  await phone('wa', { from: PERSON, text: 'hidden', withoutPhoneNumber: true, userId: 'US.77' });
  const reply = await sendWhatsApp({ recipient: 'US.77', type: 'text', text: { body: 'Hello' } });
  assert.deepEqual(reply.body.contacts, [{ input: 'US.77', user_id: 'US.77' }]);
  await flush('wa');
  const [status] = itemsIn(receiver.received, 'statuses');
  assert.deepEqual([status.recipient_id, status.recipient_user_id], [undefined, 'US.77']);
});

test('GET media 200: uploaded and received files have an address that needs the token', async () => {
  const { whatsapp, phone, sendWhatsApp, call, flush, receiver } = await given();
  await whatsapp();
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', new Blob(['bytes'], { type: 'image/png' }), 'a.png');
  const { id } = (await call('POST', '/graph/v24.0/1065/media', form, bearer)).body;
  await phone('wa', { from: PERSON, media: { bytesBase64: pngBase64, mimeType: 'image/png' } });
  assert.equal((await sendWhatsApp({ to: PERSON, type: 'image', image: { id } })).status, 200);
  const described = (await call('GET', `/graph/v24.0/${id}`, undefined, bearer)).body;
  assert.deepEqual([described.mime_type, described.file_size, described.id], ['image/png', 5, id]);
  assert.equal((await callUrl(described.url, 'GET')).status, 401);
  const bytes = await callUrl(described.url, 'GET', undefined, { authorization: `Bearer ${ACCESS_TOKEN}` });
  assert.deepEqual([bytes.status, bytes.body], [200, 'bytes']);
  await flush('wa');
  const received = itemsIn(receiver.received, 'messages')[0].image;
  const inbound = (await call('GET', `/graph/v24.0/${received.id}`, undefined, bearer)).body;
  assert.equal((await callUrl(inbound.url, 'GET', undefined, bearer)).body, 'not really a picture');
  assert.equal((await call('DELETE', `/graph/v24.0/${id}`, undefined, bearer)).body.success, true);
  assert.equal((await call('GET', `/graph/v24.0/${id}`, undefined, bearer)).body.error.code, 100);
});

test('POST media: a type that is not the type of the file is 131053', async () => {
  const { whatsapp, call } = await given();
  await whatsapp();
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', 'image/jpeg');
  form.set('file', new Blob(['bytes'], { type: 'image/png' }), 'a.png');
  assert.equal((await call('POST', '/graph/v24.0/1065/media', form, bearer)).body.error.code, 131053);
});

test('subscribed_apps moves the callback address after a handshake, and back', async () => {
  const { whatsapp, phone, call, flush, receiver, control } = await given();
  await whatsapp();
  const path = '/graph/v24.0/2065/subscribed_apps';
  const moved = { override_callback_uri: `${receiver.url}/moved`, verify_token: 'verify-me' };
  const refused = await call('POST', path, { ...moved, verify_token: 'wrong' }, bearer);
  assert.equal(refused.body.error.code, 100);
  assert.equal((await call('POST', path, moved, bearer)).body.success, true);
  assert.equal((await call('GET', path, undefined, bearer)).body.data[0].override_callback_uri, moved.override_callback_uri);
  await phone('wa', { from: PERSON, text: 'one' });
  await flush('wa');
  await call('DELETE', path, undefined, bearer);
  await phone('wa', { from: PERSON, text: 'two' });
  await flush('wa');
  assert.deepEqual(
    receiver.received.map(({ path }) => path),
    ['/moved', '/wa'],
  );
  const number = { webhook_configuration: moved };
  assert.equal((await call('POST', '/graph/v24.0/1065', number, bearer)).body.success, true);
  assert.equal((await control('GET', '/accounts/wa')).body.callbackUrl, moved.override_callback_uri);
});

test('Direct Send: an eligible account sends a plain utility text outside the window, others do not', async () => {
  const { whatsapp, sendWhatsApp } = await given();
  const direct = { to: PERSON, type: 'text', text: { body: 'Your parcel is here' }, category: 'utility' };
  await whatsapp();
  assert.equal((await sendWhatsApp(direct)).body.error.code, 100);
  await whatsapp({ directSend: true });
  assert.equal((await sendWhatsApp(direct)).status, 200);
  assert.equal((await sendWhatsApp({ ...direct, category: 'marketing' })).body.error.code, 100);
  assert.equal((await sendWhatsApp({ ...direct, category: undefined })).body.error.code, 131047);
});
