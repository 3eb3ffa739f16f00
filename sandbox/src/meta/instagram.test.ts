import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APP_SECRET, bearer, callUrl, eventsIn, given } from '../test-kit/given.ts';
import { metaSignatureIsRight } from '../test-kit/receiver.ts';

const IGSID = '7788990011';
const hello = { recipient: { id: IGSID }, message: { text: 'Hello' } };

test('POST messages 200: a send is answered with its id and echoed back', async () => {
  const { instagram, phone, sendInstagram, flush, receiver } = await given();
  await instagram();
  const inbound = await phone('ig', { from: IGSID, name: 'Ann Example', text: 'hi' });
  const reply = await sendInstagram(hello);
  assert.equal(reply.status, 200);
  assert.equal(reply.body.recipient_id, IGSID);
  await flush('ig');
  assert.ok(receiver.received.every((one) => metaSignatureIsRight(one, APP_SECRET)));
  const [first, echo] = eventsIn(receiver.received);
  assert.deepEqual([first.sender.id, first.recipient.id, first.message], [IGSID, '1784', { mid: inbound, text: 'hi' }]);
  assert.deepEqual([echo.sender.id, echo.recipient.id], ['1784', IGSID]);
  assert.deepEqual(echo.message, { mid: reply.body.message_id, text: 'Hello', is_echo: true });
});

test('POST messages: the business cannot begin; 24 hours for everybody, 7 days for a human agent', async () => {
  const { instagram, phone, sendInstagram, control } = await given();
  await instagram();
  const human = { ...hello, messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
  const cold = await sendInstagram(hello);
  assert.deepEqual([cold.body.error.code, cold.body.error.error_subcode], [10, 2534022]);
  await phone('ig', { from: IGSID, text: 'hi' });
  assert.equal((await sendInstagram(hello)).status, 200);
  await control('POST', '/clock', { advanceSeconds: 24 * 3600 + 1 });
  assert.equal((await sendInstagram(hello)).body.error.code, 10);
  assert.equal((await sendInstagram(human)).status, 200);
  await control('POST', '/clock', { advanceSeconds: 6 * 24 * 3600 });
  assert.equal((await sendInstagram(human)).body.error.code, 10);
});

test('POST messages: faults are 100, a wrong token is 190, actions are remembered', async () => {
  const { instagram, phone, sendInstagram, call, control } = await given();
  await instagram();
  await phone('ig', { from: IGSID, text: 'hi' });
  const image = { attachment: { type: 'image', payload: { url: 'https://shop.example/a.png' } } };
  assert.equal((await sendInstagram({ recipient: { id: IGSID }, message: image })).status, 200);
  assert.equal((await sendInstagram({ recipient: { id: IGSID }, message: { text: 'both', ...image } })).body.error.code, 100);
  assert.equal((await sendInstagram({ recipient: { id: IGSID }, message: { text: 'x'.repeat(1001) } })).body.error.code, 100);
  assert.equal((await sendInstagram({ message: { text: 'to nobody' } })).body.error.code, 100);
  const stranger = await call('POST', '/graph/v26.0/1784/messages', hello, { authorization: 'Bearer other' });
  assert.deepEqual([stranger.status, stranger.body.error.code], [401, 190]);
  const byId = await call('POST', '/graph/v26.0/1784/messages?access_token=EAAG-token', hello);
  assert.equal(byId.status, 200);
  assert.deepEqual((await sendInstagram({ recipient: { id: IGSID }, sender_action: 'typing_on' })).body, { recipient_id: IGSID });
  assert.equal((await control('GET', '/accounts/ig/receipts')).body.receipts[0].action, 'typing_on');
});

test('people react, answer stories, press, take back and see', async () => {
  const { instagram, phone, control, flush, receiver } = await given();
  await instagram();
  const from = IGSID;
  await phone('ig', { from, storyReply: { id: 's1' }, text: 'nice' });
  await phone('ig', { from, postback: { title: 'Start', payload: 'START' } });
  await phone('ig', { from, deleted: 'mid-1' });
  await phone('ig', { from, seen: 'mid-2' });
  await phone('ig', { from, reaction: { vendorId: 'mid-3', emoji: '❤️' } });
  await phone('ig', { from, reaction: { vendorId: 'mid-3' } });
  await phone('ig', { from, text: 'an answer', replyTo: 'mid-4' });
  await phone('ig', { from, buttonReply: { id: 'YES', title: 'Yes' } });
  await phone('ig', { from, type: 'unsupported' });
  await control('POST', '/accounts/ig/emit', { updates: [{ echo: { to: from, text: 'from the app' } }] });
  await flush('ig');
  const events = eventsIn(receiver.received);
  assert.equal(events[0].message.reply_to.story.id, 's1');
  assert.deepEqual([events[1].postback.payload, events[2].message.is_deleted, events[3].read.mid], ['START', true, 'mid-2']);
  assert.deepEqual(
    [events[4].reaction.action, events[4].reaction.reaction, events[5].reaction.action],
    ['react', 'love', 'unreact'],
  );
  assert.deepEqual([events[6].message.reply_to.mid, events[7].message.quick_reply], ['mid-4', { payload: 'YES' }]);
  assert.deepEqual([events[8].message.is_unsupported, events[9].message.is_echo], [true, true]);
});

test('GET {igsid} 200 shows who wrote; attachments have addresses that expire', async () => {
  const { instagram, phone, call, control, flush, receiver } = await given();
  await instagram();
  await phone('ig', {
    from: IGSID,
    name: 'Ann Example',
    media: { bytesBase64: Buffer.from('pic').toString('base64'), mimeType: 'image/png' },
  });
  const profile = await call('GET', `/graph/v26.0/${IGSID}?fields=name,username,profile_pic`, undefined, bearer);
  assert.deepEqual([profile.body.name, profile.body.username, profile.body.id], ['Ann Example', 'ann_example', IGSID]);
  assert.equal((await call('GET', '/graph/v26.0/me?fields=user_id,username', undefined, bearer)).body.username, 'shop');
  assert.equal((await call('GET', '/graph/v26.0/404', undefined, bearer)).body.error.code, 100);
  await control('POST', '/accounts/ig/emit', { updates: [{ echo: { to: '4711', text: 'Hello?' } }] });
  const silent = await call('GET', '/graph/v26.0/4711?fields=name', undefined, bearer);
  assert.equal(silent.body.error.code, 230, 'only people who wrote have a profile');
  await flush('ig');
  const { url } = eventsIn(receiver.received)[0].message.attachments[0].payload;
  assert.equal((await callUrl(url, 'GET')).body, 'pic');
  await control('POST', '/clock', { advanceSeconds: 86_401 });
  assert.equal((await callUrl(url, 'GET')).status, 403);
});

test('knob echoBeforeResponse: the echo is there before the answer', async () => {
  const { instagram, knobs, sendInstagram, receiver, flush } = await given();
  await instagram();
  await knobs('ig', { echoBeforeResponse: true, enforceWindow: false, statuses: ['read'] });
  const reply = await sendInstagram(hello);
  assert.equal(eventsIn(receiver.received)[0].message.mid, reply.body.message_id);
  await flush('ig');
  assert.deepEqual(eventsIn(receiver.received)[1].read, { mid: reply.body.message_id });
});
