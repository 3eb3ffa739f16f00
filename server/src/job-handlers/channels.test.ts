import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { channels } from '../../../sandbox/src/channels.ts';
import { connect, type Kind, kinds, startSandbox } from '../../../sandbox/src/index.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());

/** A tenant with a connected channel of a kind, and a person with a phone. */
async function givenChannel(kind: Kind, channel: Record<string, unknown> = {}) {
  const environment = await given();
  const connected = await connect(kind, { apiUrl: environment.baseUrl, token: environment.tenant.token, sandbox, channel });
  const account = `/accounts/${connected.accountId}`;
  const phone = (message: object) =>
    fetch(`${sandbox.url}/_sandbox${account}/phone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
  return { ...environment, ...connected, account, phone };
}

for (const kind of kinds) {
  test(`${kind}: what a person writes is in a chat, and the answer reaches them`, async () => {
    const { post, phone, account, get } = await givenChannel(kind);
    await phone({ from: channels[kind].exampleAddress, name: 'Ada', text: 'Hello', subject: 'A question' });
    const chat = await until(async () =>
      (await post('/v3/chats/search', {})).body.data.find((one: { latestMessage: unknown }) => one.latestMessage),
    );
    assert.equal(chat.latestMessage.text, 'Hello');
    assert.equal(chat.unreadCount, 1);
    const sent = await post(`/v3/chats/${chat.id}/messages`, { text: 'Good morning' });
    assert.equal(sent.status, 201, sent.text);
    const { id } = sent.body.data;
    const message = await until(async () => {
      const { data } = (await get(`/v3/messages/${id}`)).body;
      return data.status !== 'pending' && data;
    });
    assert.ok(['sent', 'delivered', 'read'].includes(message.status), JSON.stringify(message));
    assert.equal(message.sendState, 'accepted');
    const seen = (await (await fetch(`${sandbox.url}/_sandbox${account}/sent`)).json()) as { total: number };
    assert.equal(seen.total, 1);
  });
}
