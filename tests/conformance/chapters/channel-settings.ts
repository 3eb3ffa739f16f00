import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connectedChannel, kinds, newAccount } from '../accounts.ts';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newChannel, unique } from '../fixtures.ts';
import { channelFields, hasOnly } from '../shapes.ts';

const create = (api: Api, type: string, settings: unknown, more: object = {}): Promise<Reply> =>
  api.post('/v3/channels', { type, name: unique('channel'), settings, ...more });
const put = (api: Api, { id }: Json, body: object): Promise<Reply> => api.put(`/v3/channels/${id}`, body);
const read = async (api: Api, { id }: Json): Promise<Json> => succeeded(await api.get(`/v3/channels/${id}`));

/** Every answer that shows a channel, whatever was asked. */
async function answersAbout(api: Api, channel: Json): Promise<Reply[]> {
  return [
    await api.get(`/v3/channels/${channel.id}`),
    await put(api, channel, { name: unique('channel') }),
    await put(api, channel, { status: 'paused' }),
    await put(api, channel, { status: 'active' }),
    await put(api, channel, { settings: {} }),
    await put(api, channel, { settings: { nonsense: 1 } }),
    await api.post('/v3/channels/search', { query: `eq(id,"${channel.id}")` }),
    await api.del(`/v3/channels/${channel.id}`),
  ];
}

function tellsNone(replies: Reply[], secrets: Record<string, string>): void {
  for (const reply of replies)
    for (const [name, value] of Object.entries(secrets)) assert.ok(!reply.text.includes(value), `an answer holds ${name}`);
}

const connected = kinds.flatMap((kind) => [
  check(`POST /channels with the settings of ${kind} makes a connected channel, which shows all but its secrets`, async (api) => {
    const { channel, account } = await connectedChannel(api, kind);
    hasOnly(channel, channelFields);
    assert.deepEqual([channel.status, channel.statusReason, channel.isConnected], ['active', null, true]);
    for (const [name, value] of Object.entries(account.shown)) assert.equal(channel.settings[name], value, name);
    for (const name of Object.keys(account.hidden)) assert.ok(!(name in channel.settings), `settings show ${name}`);
    assert.deepEqual(await read(api, channel), channel);
  }),
  check(
    `No answer ever holds a secret of ${kind}: not the first, nor one to a change, a mistake, a search or a delete`,
    async (api) => {
      const { settings, hidden } = newAccount(kind);
      const first = await create(api, kind, settings);
      tellsNone([first, ...(await answersAbout(api, succeeded(first, 201)))], hidden);
    },
  ),
]);

const kept = [
  check('An answer that is repeated for an Idempotency-Key holds no secret either', async (api) => {
    const { settings, hidden } = newAccount('whatsapp');
    const body = { type: 'whatsapp', name: unique('channel'), settings };
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const [first, again] = [await api.post('/v3/channels', body, options), await api.post('/v3/channels', body, options)];
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(again.text, first.text);
    tellsNone([first, again], hidden);
  }),
  check('A channel without settings is a record: it is not connected, and can be connected later', async (api) => {
    const channel = await newChannel(api, 'sms');
    assert.deepEqual([channel.isConnected, channel.settings], [false, {}]);
    const { settings, shown } = newAccount('sms');
    const changed = succeeded(await put(api, channel, { settings }));
    assert.deepEqual([changed.isConnected, changed.settings.from], [true, shown.from]);
  }),
  check('PUT changes the settings that are given; the others stay, the hidden ones too', async (api) => {
    const { channel } = await connectedChannel(api, 'sms');
    const changed = succeeded(await put(api, channel, { settings: { from: '+15550001111' } }));
    assert.deepEqual(changed.settings, { ...channel.settings, from: '+15550001111' });
    assert.equal(changed.isConnected, true);
    assert.deepEqual(succeeded(await put(api, channel, { name: 'Texts' })).settings, changed.settings);
  }),
  check('A setting that decides where a secret is sent changes only together with that secret', async (api) => {
    const { channel, account } = await connectedChannel(api, 'email');
    refused(await put(api, channel, { settings: { smtpHost: 'other.example.invalid' } }), 'settings.smtpPassword', 'required');
    assert.deepEqual((await read(api, channel)).settings, channel.settings);
    const settings = { smtpHost: 'other.example.invalid', smtpPassword: account.hidden.smtpPassword };
    assert.equal(succeeded(await put(api, channel, { settings })).settings.smtpHost, 'other.example.invalid');
  }),
  check('null takes an optional setting away; a required one stays required', async (api) => {
    const { channel } = await connectedChannel(api, 'sms');
    const messagingServiceSid = 'MG0123456789';
    succeeded(await put(api, channel, { settings: { messagingServiceSid } }));
    const without = succeeded(await put(api, channel, { settings: { from: null } }));
    assert.ok(!('from' in without.settings));
    assert.equal(without.settings.messagingServiceSid, messagingServiceSid);
    refused(await put(api, channel, { settings: { authToken: null } }), 'settings.authToken', 'required');
  }),
  check('A channel without settings must be given them whole', async (api) => {
    refused(
      await put(api, await newChannel(api, 'sms'), { settings: { from: '+15550001111' } }),
      'settings.authToken',
      'required',
    );
  }),
  check('inboundUrl is where the provider calls: another for every channel, and it stays', async (api) => {
    const [one, two] = [(await connectedChannel(api, 'sms')).channel, await newChannel(api, 'sms')];
    assert.ok(URL.canParse(one.inboundUrl), one.inboundUrl);
    assert.notEqual(one.inboundUrl, two.inboundUrl);
    assert.equal(succeeded(await put(api, one, { name: 'Texts' })).inboundUrl, one.inboundUrl);
  }),
  check('sendGuarantee is at_most_once and ratePerSecond null until they are set; null takes the rate back', async (api) => {
    const channel = await newChannel(api, 'sms');
    assert.deepEqual([channel.sendGuarantee, channel.ratePerSecond], ['at_most_once', null]);
    const set = succeeded(await put(api, channel, { sendGuarantee: 'idempotent', ratePerSecond: 25 }));
    assert.deepEqual([set.sendGuarantee, set.ratePerSecond], ['idempotent', 25]);
    assert.equal(succeeded(await put(api, channel, { ratePerSecond: null })).ratePerSecond, null);
  }),
  check('A paused channel stays paused when its settings change', async (api) => {
    const { channel, account } = await connectedChannel(api, 'sms');
    succeeded(await put(api, channel, { status: 'paused' }));
    assert.equal(succeeded(await put(api, channel, { settings: account.settings })).status, 'paused');
  }),
];

/** One setting wrong, and the answer names it by its path. */
const wrong = (kind: (typeof kinds)[number], change: object, path: string, key: string) =>
  check(`${kind}: ${JSON.stringify(change)} is refused as ${path}: ${key}`, async (api) => {
    const { settings } = newAccount(kind);
    const message = refused(await create(api, kind, { ...settings, ...change }), path, key);
    assert.ok(message.length > 15, `"${message}" does not name the fix`);
    const { channel } = await connectedChannel(api, kind);
    refused(await put(api, channel, { settings: change }), path, key);
    assert.deepEqual((await read(api, channel)).settings, channel.settings);
  });

const mistakes = [
  check('Every setting that is missing is named at once', async (api) => {
    const reply = await create(api, 'whatsapp', {});
    for (const name of ['phoneNumberId', 'wabaId', 'accessToken', 'appSecret', 'verifyToken'])
      refused(reply, `settings.${name}`, 'required');
  }),
  wrong('whatsapp', { phoneNumberId: '+1 555 078' }, 'settings.phoneNumberId', 'invalid_string'),
  wrong('whatsapp', { phoneNumberId: 106540352242922 }, 'settings.phoneNumberId', 'invalid_type'),
  wrong('whatsapp', { baseUrl: 'graph.facebook.com' }, 'settings.baseUrl', 'invalid_string'),
  wrong('whatsapp', { pageId: '1' }, 'settings.pageId', 'unrecognized_keys'),
  wrong('instagram', { humanAgent: 'yes' }, 'settings.humanAgent', 'invalid_type'),
  wrong('sms', { accountSid: 'SM123' }, 'settings.accountSid', 'invalid_string'),
  wrong('sms', { from: 'Acme' }, 'settings.from', 'invalid_string'),
  wrong('email', { address: 'help' }, 'settings.address', 'invalid_string'),
  wrong('email', { smtpHost: 'https://mail.example.com' }, 'settings.smtpHost', 'invalid_string'),
  wrong('email', { imapHost: 'mail.example.invalid' }, 'settings.imapPassword', 'custom'),
  wrong('email', { oauthProvider: 'yahoo' }, 'settings.oauthProvider', 'invalid_enum_value'),
  wrong('email', { oauthProvider: 'google' }, 'settings.oauthRefreshToken', 'custom'),
  wrong('email', { oauthRefreshToken: 'x' }, 'settings.oauthRefreshToken', 'custom'),
  check('settings must be an object; sendGuarantee and ratePerSecond have their values', async (api) => {
    for (const settings of ['x', [], 7, null]) refused(await create(api, 'sms', settings), 'settings', 'invalid_type');
    refused(await create(api, 'sms', undefined, { sendGuarantee: 'exactly_once' }), 'sendGuarantee', 'invalid_enum_value');
    refused(await create(api, 'sms', undefined, { ratePerSecond: 0 }), 'ratePerSecond', 'too_small');
  }),
  check('status error is set by the service only', async (api) => {
    refused(await put(api, await newChannel(api, 'sms'), { status: 'error' }), 'status', 'invalid_enum_value');
  }),
  check('A refused change changes nothing', async (api) => {
    const { channel } = await connectedChannel(api, 'sms');
    failed(await put(api, channel, { name: 'Other', settings: { from: 'Acme' } }), 400, 'invalid_body_params');
    assert.deepEqual(await read(api, channel), channel);
  }),
];

export const channelSettings: Chapter = { title: 'Channels: settings', checks: [...connected, ...kept, ...mistakes] };
