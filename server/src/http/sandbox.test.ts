import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { given } from '../test-kit/given.ts';
import { createTestTenant } from '../test-kit/tenant.ts';
import { until } from '../test-kit/until.ts';

const sandbox = await startSandbox();
after(sandbox.stop);
const {
  app,
  baseUrl,
  call,
  get,
  tenant: live,
} = await given({
  SANDBOX_URL: sandbox.url,
  SANDBOX_SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
});
const tester = await createTestTenant(app, { mode: 'sandbox' });
const { token } = tester;
const post = (path: string, body: object, as = token) => call('POST', path, as, body);
const line = (kind: 'whatsapp' | 'sms' | 'email' | 'instagram') => connect(kind, { apiUrl: baseUrl, token, sandbox });

const upload = async (name: string, text: string): Promise<{ id: string }> => {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/plain' }), name);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${baseUrl}/v3/files`, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { data: { id: string } }).data;
};

const phoneOf = async (channelId: string, address: string) =>
  (await post(`/v3/sandbox/channels/${channelId}/phone`, { address })).body.data;

const chatOn = (channelId: string) =>
  until(async () => (await post('/v3/chats/search', { query: `eq(channelId,"${channelId}")` })).body.data[0]);

test('GET /v3/sandbox/channels 403 for a live tenant; 200 lists what customers can write to', async () => {
  assert.equal((await get('/v3/sandbox/channels', live.token)).body.error.messageKey, 'sandbox_tenant_required');
  const { channelId } = await line('sms');
  const channels = (await get('/v3/sandbox/channels', token)).body.data;
  assert.match(channels.find(({ id }: { id: string }) => id === channelId).address, /^\+1555\d{7}$/);
});

test('POST /v3/sandbox/channels/:channelId/messages 200: the customer writes, and the phone shows the answer', async () => {
  const { channelId } = await line('whatsapp');
  const said = await post(`/v3/sandbox/channels/${channelId}/messages`, { from: '4915112345678', name: 'Ada', text: 'Hello' });
  assert.equal(said.status, 200, said.text);
  const chat = await chatOn(channelId);
  assert.equal(chat.contact.displayName, 'Ada');
  const question = { type: 'interactive', text: 'Which size?', buttons: [{ id: 'm', title: 'Medium' }] };
  const asked = await post(`/v3/chats/${chat.id}/messages`, question);
  assert.equal(asked.status, 201, asked.text);
  const answer = await until(async () => (await phoneOf(channelId, '+4915112345678')).messages[1]);
  assert.deepEqual([answer.sender, answer.text, answer.buttons], ['business', 'Which size?', [{ id: 'm', title: 'Medium' }]]);
  const pressed = { from: '4915112345678', button: answer.buttons[0], replyTo: answer.vendorId };
  assert.equal((await post(`/v3/sandbox/channels/${channelId}/messages`, pressed)).status, 200);
  const reaction = { vendorId: answer.vendorId, emoji: '❤️' };
  assert.equal((await post(`/v3/sandbox/channels/${channelId}/messages`, { from: '4915112345678', reaction })).status, 200);
  const messages = await until(async () => {
    const { data } = (await post(`/v3/chats/${chat.id}/messages/search`, {})).body;
    return data.length >= 4 ? data : undefined;
  });
  assert.ok(messages.some(({ type }: { type: string }) => type === 'reaction'));
  const people = (await get(`/v3/sandbox/channels/${channelId}/people`, token)).body.data;
  assert.deepEqual([people[0].name, people[0].latestMessage.sender], ['Ada', 'customer']);
});

test('PUT /v3/sandbox/channels/:channelId 200: refusals, repeats and the log of requests; reset ends them', async () => {
  const { channelId } = await line('sms');
  const path = `/v3/sandbox/channels/${channelId}`;
  const changed = await call('PUT', path, token, { refuseRate: 1, refuseCode: 21614, repeatRate: 1, phone: 'off' });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(
    [changed.body.data.refuseRate, changed.body.data.refuseCode, changed.body.data.phone],
    [1, 21614, 'off'],
    changed.text,
  );
  await post(`${path}/messages`, { from: '+4915112345679', text: 'Hello' });
  const chat = await chatOn(channelId);
  await post(`/v3/chats/${chat.id}/messages`, { type: 'text', text: 'Not today' });
  const requests = await until(async () => {
    const { data } = (await get(`${path}/requests`, token)).body;
    return data.some(({ outcome }: { outcome: string }) => outcome === 'refused') ? data : undefined;
  });
  assert.ok(requests.some(({ kind, isRepeat }: { kind: string; isRepeat: boolean }) => kind === 'callback' && isRepeat));
  const reset = await post(`${path}/reset`, { conversations: true });
  assert.deepEqual([reset.body.data.refuseRate, reset.body.data.repeatRate, reset.body.data.phone], [0, 0, 'on']);
  assert.deepEqual((await phoneOf(channelId, '+4915112345679')).messages, []);
});

test('POST /v3/sandbox/chats/:chatId/close_window 200: a text is refused until the customer writes again', async () => {
  const { channelId } = await line('whatsapp');
  await post(`/v3/sandbox/channels/${channelId}/messages`, { from: '4915112345670', text: 'Hello' });
  const chat = await chatOn(channelId);
  const closed = await post(`/v3/sandbox/chats/${chat.id}/close_window`, {});
  assert.ok(new Date(closed.body.data.openUntil) <= new Date(), closed.text);
  const refused = await post(`/v3/chats/${chat.id}/messages`, { type: 'text', text: 'Are you there?' });
  assert.equal(refused.body.error.messageKey, 'outside_messaging_window');
});

test('POST /v3/sandbox/channels/:channelId/messages 200: a mail with a file; the sandbox has lost the account and gets it again', async () => {
  const { channelId, accountId } = await line('email');
  await fetch(`${sandbox.url}/_sandbox/accounts/${accountId}`, { method: 'DELETE' });
  const file = await upload('bill.txt', 'Twelve bicycles');
  const mail = { from: 'ada@example.org', subject: 'A bill', text: 'See the file', html: '<p>See the file</p>', fileId: file.id };
  const said = await post(`/v3/sandbox/channels/${channelId}/messages`, mail);
  assert.equal(said.status, 200, said.text);
  const [message] = (await phoneOf(channelId, 'ada@example.org')).messages;
  assert.deepEqual([message.subject, message.file.name], ['A bill', 'bill.txt']);
  assert.equal((await chatOn(channelId)).contact.email, 'ada@example.org');
});

test('POST /v3/sandbox/channels/:channelId/messages 400 and 404: nothing to write, an unknown file, a channel of another tenant', async () => {
  const { channelId } = await line('instagram');
  const path = `/v3/sandbox/channels/${channelId}/messages`;
  assert.ok((await post(path, { from: '1784' })).body.error.invalidParams.text);
  assert.equal((await post(path, { from: '1784', fileId: 'none' })).body.error.messageKey, 'file_not_found');
  const other = await createTestTenant(app, { mode: 'sandbox' });
  assert.equal((await post(path, { from: '1784', text: 'Hello' }, other.token)).body.error.messageKey, 'channel_not_found');
});
