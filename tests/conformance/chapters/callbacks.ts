import assert from 'node:assert/strict';
import { type Account, callBack, connectedChannel, signedByMeta, signedByTwilio, whatsappSays } from '../accounts.ts';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, check, checkProvider } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { newChannel, uniquePhoneNumber, unknownId } from '../fixtures.ts';
import { until } from '../until.ts';

type Connected = { channel: Json; account: Account };

const shakeHands = (api: Api, { inboundUrl }: Json, query: Record<string, string>): Promise<Reply> =>
  api.get(`${new URL(inboundUrl).pathname}?${new URLSearchParams(query)}`, { token: null });

/** The request of Meta when a user enters the URL in its console. */
const question = (verifyToken: string) => ({
  'hub.mode': 'subscribe',
  'hub.challenge': '1158201444',
  'hub.verify_token': verifyToken,
});

const JSON_BODY = { 'content-type': 'application/json' };
const digits = (): string => uniquePhoneNumber().slice(1);

const verified = (['whatsapp', 'instagram'] as const).flatMap((kind) => [
  check(`GET on the inboundUrl of ${kind} with the right verify token answers the challenge as plain text`, async (api) => {
    const { channel, account } = await connectedChannel(api, kind);
    const reply = await shakeHands(api, channel, question(account.hidden.verifyToken ?? ''));
    assert.deepEqual([reply.status, reply.text], [200, '1158201444']);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain/);
  }),
  check(
    `With a wrong verify token, none, or another mode it is 401, and the challenge stays unanswered (${kind})`,
    async (api) => {
      const { channel, account } = await connectedChannel(api, kind);
      const right = question(account.hidden.verifyToken ?? '');
      for (const query of [{ ...right, 'hub.verify_token': 'guess' }, { ...right, 'hub.mode': 'x' }, {}]) {
        const reply = await shakeHands(api, channel, query);
        failed(reply, 401, 'unauthorized');
        assert.ok(!reply.text.includes('1158201444'));
      }
    },
  ),
]);

/** A text of Twilio's, as a form. */
const text = (from: string) => new URLSearchParams({ MessageSid: `SM${digits()}`, From: from, To: '+15557654321', Body: 'Hi' });

const signed = [
  check('POST with the right signature of Meta is 200', async (api) => {
    const { channel, account } = await connectedChannel(api, 'whatsapp');
    const body = whatsappSays(account, 'Hi', digits());
    const reply = await callBack(api, channel, body, { ...JSON_BODY, ...signedByMeta(account.hidden.appSecret ?? '', body) });
    assert.equal(reply.status, 200);
  }),
  check('A wrong signature of Meta is 401: another secret, another body, cut short, or none at all', async (api) => {
    const { channel, account } = await connectedChannel(api, 'whatsapp');
    const body = whatsappSays(account, 'Hi', digits());
    const right = signedByMeta(account.hidden.appSecret ?? '', body);
    const [name, value] = Object.entries(right)[0] as [string, string];
    for (const headers of [
      signedByMeta('guess', body),
      signedByMeta(account.hidden.appSecret ?? '', `${body} `),
      { [name]: value.slice(0, -2) },
      { [name]: 'sha256=' },
      {},
    ])
      failed(await callBack(api, channel, body, { ...JSON_BODY, ...headers }), 401, 'unauthorized');
  }),
  check('The signature of one channel does not open another', async (api) => {
    const [one, two] = [await connectedChannel(api, 'whatsapp'), await connectedChannel(api, 'whatsapp')];
    const body = whatsappSays(two.account, 'Hi', digits());
    const headers = { ...JSON_BODY, ...signedByMeta(one.account.hidden.appSecret ?? '', body) };
    failed(await callBack(api, two.channel, body, headers), 401, 'unauthorized');
  }),
  check('Twilio signs the URL and every field: right is 200, one letter changed is 401', async (api) => {
    const { channel, account }: Connected = await connectedChannel(api, 'sms');
    const form = text(uniquePhoneNumber());
    const headers = signedByTwilio(account.hidden.authToken ?? '', channel.inboundUrl, form);
    assert.equal((await callBack(api, channel, form.toString(), headers)).status, 200);
    const changed = new URLSearchParams({ ...Object.fromEntries(form), Body: 'Ho' });
    failed(await callBack(api, channel, changed.toString(), headers), 401, 'unauthorized');
    const elsewhere = signedByTwilio(account.hidden.authToken ?? '', 'https://example.com/', form);
    failed(await callBack(api, channel, form.toString(), elsewhere), 401, 'unauthorized');
  }),
  check('A mail webhook logs in with the agreed name and password; anybody else is 401', async (api) => {
    const { channel, account } = await connectedChannel(api, 'email');
    const login = (password: string) => ({ authorization: `Basic ${btoa(`postmark:${password}`)}`, ...JSON_BODY });
    const body = JSON.stringify({ RecordType: 'Unheard', MessageID: 'x' });
    assert.equal((await callBack(api, channel, body, login(account.hidden.callbackPassword ?? ''))).status, 200);
    failed(await callBack(api, channel, body, login('guess')), 401, 'unauthorized');
    failed(await callBack(api, channel, body, JSON_BODY), 401, 'unauthorized');
  }),
  check('A signed callback that says nothing we know is 200 all the same: the provider did its part', async (api) => {
    const { channel, account } = await connectedChannel(api, 'whatsapp');
    for (const body of ['{}', '{"object":"whatsapp_business_account","entry":[{}]}', 'not json', '[]']) {
      const headers = { ...JSON_BODY, ...signedByMeta(account.hidden.appSecret ?? '', body) };
      assert.equal((await callBack(api, channel, body, headers)).status, 200, body);
    }
  }),
  check('A channel that does not exist, or is not connected, is 404 channel_not_found', async (api) => {
    const unconnected = await newChannel(api, 'whatsapp');
    const nowhere = { inboundUrl: unconnected.inboundUrl.replace(unconnected.id, unknownId()) };
    for (const channel of [unconnected, nowhere, { inboundUrl: `${api.baseUrl}/inbound/nonsense` }]) {
      failed(await callBack(api, channel, '{}', JSON_BODY), 404, 'channel_not_found');
      failed(await shakeHands(api, channel, question('x')), 404, 'channel_not_found');
    }
  }),
  check('An access token is no signature', async (api) => {
    const { channel } = await connectedChannel(api, 'whatsapp');
    const reply = await callBack(api, channel, '{}', { ...JSON_BODY, authorization: `Bearer ${api.token}` });
    failed(reply, 401, 'unauthorized');
  }),
];

const reactivated = [
  check('A forged callback leaves nothing behind; the same one, signed, becomes a chat', async (api) => {
    const { channel, account } = await connectedChannel(api, 'whatsapp');
    const [forged, real] = [whatsappSays(account, 'forged', digits()), whatsappSays(account, 'real', digits())];
    failed(await callBack(api, channel, forged, { ...JSON_BODY, ...signedByMeta('guess', forged) }), 401, 'unauthorized');
    await callBack(api, channel, real, { ...JSON_BODY, ...signedByMeta(account.hidden.appSecret ?? '', real) });
    const chats = await until(
      'the chat',
      async () => succeeded(await api.post('/v3/chats/search', { query: `eq(channelId,"${channel.id}")` })),
      ({ length }) => length > 0,
    );
    assert.deepEqual(
      chats.map(({ latestMessage }: Json) => latestMessage.text),
      ['real'],
    );
  }),
  checkProvider('A provider that refuses our credentials puts the channel into error, with its reason', async (api, provider) => {
    const line = await provider.line(api, 'sms');
    await line.turn({ tokenExpired: true });
    const channel = await troubled(api, line.channelId);
    assert.notEqual(channel.statusReason, null);
    const reply = await sendText(api, line.channelId);
    assert.ok(failed(reply, 409, 'conflict').message.includes(channel.statusReason), reply.text);
  }),
  checkProvider('New settings activate a channel in error, and waiting messages are sent', async (api, provider) => {
    const line = await provider.line(api, 'sms');
    await line.turn({ tokenExpired: true });
    await troubled(api, line.channelId);
    await line.turn({ tokenExpired: false });
    const settings = { authToken: line.credentials.authToken };
    const reactivated = succeeded(await api.put(`/v3/channels/${line.channelId}`, { settings }));
    assert.deepEqual([reactivated.status, reactivated.statusReason], ['active', null]);
    succeeded(await sendText(api, line.channelId), 201);
    await until('a send', line.sent, (sends) => sends.some(({ accepted }) => accepted));
  }),
];

async function sendText(api: Api, channelId: string): Promise<Reply> {
  const contact = succeeded(await api.post('/v3/contacts', { phoneNumber: uniquePhoneNumber() }), 201);
  return api.post('/v3/messages', { contactId: contact.id, channelId, text: 'Hello' });
}

/** Sends, and waits until the refusal has stopped the channel. */
async function troubled(api: Api, channelId: string): Promise<Json> {
  succeeded(await sendText(api, channelId), 201);
  const read = async () => succeeded(await api.get(`/v3/channels/${channelId}`));
  return until('status error', read, ({ status }) => status === 'error');
}

export const callbacks: Chapter = { title: 'Channels: what providers call', checks: [...verified, ...signed, ...reactivated] };
