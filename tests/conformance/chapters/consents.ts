import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check, checkProvider } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChannel, newContact, uniqueEmail, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';
import { chatOf, newTalk, says, send, sent, type Talk } from '../talks.ts';
import { until } from '../until.ts';

const PATH = '/v3/consents';

const consentFields: Fields = {
  id: 'id',
  contactId: 'id',
  handle: 'object',
  channelId: 'id | null',
  channelType: 'string | null',
  purpose: 'string',
  state: 'string',
  source: 'string',
  evidence: 'object',
  at: 'timestamp',
  recordedAt: 'timestamp',
};

const record = async (api: Api, contact: Json, fields: object = {}): Promise<Json> =>
  succeeded(await api.post(PATH, { handleId: contact.handles[0].id, purpose: 'marketing', state: 'withdrawn', ...fields }), 201);

async function statesOf(api: Api, contactId: string, body: object = {}): Promise<Record<string, string>> {
  const { states } = succeeded(await api.post(`/v3/contacts/${contactId}/consent_states`, body));
  return Object.fromEntries(states.map(({ channel, purpose, state }: Json) => [`${channel.type} ${purpose}`, state]));
}

const kept = [
  check('POST /consents answers 201 with the statement, which can be read and found again', async (api) => {
    const contact = await newContact(api);
    const made = await record(api, contact, { evidence: { form: 'newsletter' }, source: 'web_form', channelType: 'whatsapp' });
    hasOnly(made, consentFields);
    assert.deepEqual([made.contactId, made.channelId, made.channelType], [contact.id, null, 'whatsapp']);
    assert.deepEqual([made.source, made.evidence], ['web_form', { form: 'newsletter' }]);
    assert.deepEqual(succeeded(await api.get(`${PATH}/${made.id}`)), made);
    const query = `and(eq(contactId,"${contact.id}"),eq(purpose,"marketing"),eq(state,"withdrawn"))`;
    assert.deepEqual(succeeded(await api.post(`${PATH}/search`, { query })), [made]);
  }),
  check(
    'A statement is about a channel, all channels of a kind, or all channels; what is not there is refused by name',
    async (api) => {
      const [contact, channel] = [await newContact(api), await newChannel(api, 'sms')];
      const made = await record(api, contact, { channelId: channel.id });
      assert.deepEqual([made.channelId, made.channelType], [channel.id, 'sms']);
      const wrong = (fields: object) =>
        api.post(PATH, { handleId: contact.handles[0].id, purpose: 'service', state: 'granted', ...fields });
      refused(await wrong({ handleId: unknownId() }), 'handleId', 'not_found');
      refused(await wrong({ channelId: unknownId() }), 'channelId', 'not_found');
      refused(await wrong({ channelId: channel.id, channelType: 'email' }), 'channelType', 'custom');
      refused(await wrong({ purpose: 'fun' }), 'purpose', 'invalid_enum_value');
      refused(await wrong({ at: '2099-01-01T00:00:00.000Z' }), 'at', 'invalid_date');
      failed(await api.get(`${PATH}/${unknownId()}`), 404, 'consent_not_found');
    },
  ),
  check('There is no way to change or delete a statement', async (api) => {
    const { id } = await record(api, await newContact(api));
    failed(await api.put(`${PATH}/${id}`, { state: 'granted' }), 405, 'method_not_allowed');
    failed(await api.del(`${PATH}/${id}`), 405, 'method_not_allowed');
  }),
  check('consent_states answers what held as of a time', async (api) => {
    const [contact, channel] = [await newContact(api), await newChannel(api, 'whatsapp')];
    await record(api, contact, { at: '2026-03-01T00:00:00.000Z' });
    await record(api, contact, { at: '2026-02-01T00:00:00.000Z', state: 'granted' });
    const asOf = async (day: string) =>
      (await statesOf(api, contact.id, { asOf: `${day}T00:00:00.000Z`, channelId: channel.id }))['whatsapp marketing'];
    assert.deepEqual(
      [await asOf('2026-01-15'), await asOf('2026-02-15'), await asOf('2026-03-15')],
      ['none', 'granted', 'withdrawn'],
    );
  }),
  check(
    'Consent stays with its address when contacts are merged; isSubscribed is false when every address has stopped',
    async (api) => {
      const base = await newContact(api);
      const other = await newContact(api, { phoneNumber: undefined, email: uniqueEmail(), isSubscribed: false });
      assert.equal(succeeded(await api.post(`/v3/contacts/${base.id}/merge`, { contactId: other.id })).isSubscribed, true);
      await newChannel(api, 'email');
      assert.equal((await statesOf(api, base.id))['email marketing'], 'withdrawn');
      await record(api, base);
      assert.equal(succeeded(await api.get(`/v3/contacts/${base.id}`)).isSubscribed, false);
    },
  ),
  check('Reading needs consents.read, recording consents.write', async (api) => {
    const contact = await newContact(api);
    const [reader, writer] = [await narrowToken(api, 'consents.read'), await narrowToken(api, 'consents.write')];
    const body = { handleId: contact.handles[0].id, purpose: 'service', state: 'granted' };
    failed(await api.post(PATH, body, { token: reader }), 403, 'forbidden');
    failed(await api.post(`${PATH}/search`, {}, { token: writer }), 403, 'forbidden');
    const { id } = succeeded(await api.post(PATH, body, { token: writer }), 201);
    succeeded(await api.get(`${PATH}/${id}`, { token: reader }));
    failed(await api.get(`${PATH}/${id}`, { token: api.otherToken }), 404, 'consent_not_found');
  }),
];

const subscribed = async (api: Api, talk: Talk, wanted: boolean): Promise<void> => {
  const read = async () => (await chatOf(api, talk)).contact.isSubscribed;
  await until(`isSubscribed ${wanted}`, read, (is) => is === wanted);
};

const stops = [
  checkProvider('A stop in WhatsApp refuses marketing only; an answer and utility pass', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await talk.line.emit({ preference: { from: talk.person, value: 'stop' } });
    await subscribed(api, talk, false);
    failed(await send(api, talk, { text: 'Sale', purpose: 'marketing' }), 422, 'contact_unsubscribed');
    await sent(api, talk, { text: 'Your parcel', purpose: 'utility' });
    await sent(api, talk, { text: 'An answer' });
  }),
  checkProvider('A stop in WhatsApp does not stop SMS to the same number, nor STOP by text WhatsApp', async (api, provider) => {
    const [talk, sms] = [await newTalk(api, provider), await provider.line(api, 'sms')];
    await talk.line.emit({ preference: { from: talk.person, value: 'stop' } });
    await subscribed(api, talk, false);
    const to = { contactId: talk.chat.contactId, channelId: sms.channelId };
    succeeded(await api.post('/v3/messages', { ...to, text: 'Sale', purpose: 'marketing' }), 201);
    await sms.write({ from: talk.person, text: 'STOP' });
    const service = { ...to, text: 'Hi', purpose: 'service' };
    await until(
      'STOP',
      () => api.post('/v3/messages', service),
      ({ status }) => status === 422,
    );
    await sent(api, talk, { text: 'An answer' });
  }),
  checkProvider('STOP by text refuses every purpose of that sender, until START', async (api, provider) => {
    const talk = await newTalk(api, provider, 'sms');
    await says(api, talk, { text: 'STOP' });
    for (const purpose of ['marketing', 'utility', 'service'])
      failed(await send(api, talk, { text: 'Hi', purpose }), 422, 'contact_unsubscribed');
    const second = await provider.line(api, 'sms');
    const to = { contactId: talk.chat.contactId, channelId: second.channelId };
    succeeded(await api.post('/v3/messages', { ...to, text: 'Hi', purpose: 'marketing' }), 201);
    await says(api, talk, { text: 'START' });
    await sent(api, talk, { text: 'Hi', purpose: 'marketing' });
    const history = succeeded(await api.post(`${PATH}/search`, { query: `eq(contactId,"${talk.chat.contactId}")` }));
    assert.equal(history.length, 6);
    assert.ok(history.every(({ source, evidence }: Json) => source === 'keyword' && evidence.messageId));
  }),
  checkProvider('Unsubscribing by mail refuses marketing mail; an answer to a new question passes', async (api, provider) => {
    const talk = await newTalk(api, provider, 'email');
    await says(api, talk, { subject: 'unsubscribe', text: 'unsubscribe' });
    await subscribed(api, talk, false);
    failed(await send(api, talk, { text: 'Are you sure?' }), 422, 'contact_unsubscribed');
    await sent(api, talk, { text: 'Your invoice', purpose: 'utility' });
    await says(api, talk, { text: 'Where is my invoice?' });
    await sent(api, talk, { text: 'Attached' });
    failed(await send(api, talk, { text: 'Sale', purpose: 'marketing' }), 422, 'contact_unsubscribed');
  }),
];

export const consents: Chapter = { title: 'Consents', checks: [...kept, ...stops] };
