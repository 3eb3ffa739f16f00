import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, type Check, checkDelivery } from '../check.ts';
import { succeeded } from '../expect.ts';
import { newChannel, newContact, newWebhook, uniqueEmail } from '../fixtures.ts';
import { aWhile } from '../queue.ts';

type Channels = { sms: Json; otherSms: Json; email: Json; whatsapp: Json };
const names = ['sms', 'otherSms', 'email', 'whatsapp'] as const;
type Name = (typeof names)[number];

async function makeChannels(api: Api): Promise<Channels> {
  const make = (type: string) => newChannel(api, type);
  return { sms: await make('sms'), otherSms: await make('sms'), email: await make('email'), whatsapp: await make('whatsapp') };
}

const chatOn = async (api: Api, channel: Json): Promise<Json> => {
  const contact = await newContact(api, { email: uniqueEmail() });
  return succeeded(await api.post('/v3/chats', { channelId: channel.id, contactId: contact.id }), 201);
};

/** A chat is opened on each of four channels; these are the ones whose events the webhook gets. */
const hears = (sentence: string, events: (channels: Channels) => object[], expected: Name[]): Check =>
  checkDelivery(sentence, async (api, inbox) => {
    const [box, witness, channels] = [inbox(), inbox(), await makeChannels(api)];
    await newWebhook(api, { url: witness.url, events: [{ type: 'chat.created' }] });
    await newWebhook(api, { url: box.url, events: events(channels) });
    const opened = new Map<string, Name>();
    for (const name of names) opened.set((await chatOn(api, channels[name])).id, name);
    await witness.atLeast(names.length, ({ body }) => opened.has(body.data.id));
    await aWhile();
    const heard = box.all().flatMap(({ body }) => opened.get(body.data.id) ?? []);
    assert.deepEqual(heard.sort(), [...expected].sort());
  });

const channel = (...channels: Json[]) => ({ type: 'channel', ids: channels.map(({ id }) => id) });
const channelType = (...ids: string[]) => ({ type: 'channel_type', ids });
const created = (...scopes: object[]) => ({ type: 'chat.created', scopes });

export const deliveryScopes: Chapter = {
  title: 'Webhooks: scopes',
  checks: [
    hears('Without scopes a webhook gets the events of every channel', () => [created()], [...names]),
    hears('A scope of type channel restricts to the channels it names', ({ sms }) => [created(channel(sms))], ['sms']),
    hears('The ids of a scope are alternatives', ({ sms, email }) => [created(channel(sms, email))], ['sms', 'email']),
    hears('A scope of type channel_type restricts to its kinds', () => [created(channelType('sms'))], ['sms', 'otherSms']),
    hears('Kinds of channel are alternatives too', () => [created(channelType('email', 'whatsapp', 'instagram'))], [
      'email',
      'whatsapp',
    ]),
    hears('The scopes of one event must all hold', ({ sms, email }) => [created(channel(sms, email), channelType('sms'))], [
      'sms',
    ]),
    hears(
      'Two scopes of one type must both hold as well',
      ({ sms, otherSms, email }) => [created(channel(sms, otherSms), channel(otherSms, email))],
      ['otherSms'],
    ),
    hears(
      'The events of a webhook are alternatives',
      ({ email }) => [created(channelType('whatsapp')), created(channel(email))],
      ['whatsapp', 'email'],
    ),
    hears(
      'An event object with scopes and no type takes every type of those channels',
      ({ sms }) => [{ scopes: [channel(sms)] }],
      ['sms'],
    ),
    hears('Another type is not delivered', () => [{ type: 'chat.deleted', scopes: [] }], []),
    hears(
      'A channel id in capitals is the same channel',
      ({ sms }) => [created({ type: 'channel', ids: [sms.id.toUpperCase()] })],
      ['sms'],
    ),
    checkDelivery('What happens on no channel is not delivered where a scope asks for one', async (api, inbox) => {
      const [box, witness] = [inbox(), inbox()];
      await newWebhook(api, { url: box.url, events: [{ scopes: [channelType('sms', 'email', 'whatsapp', 'instagram')] }] });
      await newWebhook(api, { url: witness.url, events: [{}] });
      const { id } = await newContact(api);
      await witness.first('contact.created', ({ body }) => body.data.id === id);
      await aWhile();
      assert.deepEqual(box.all(), []);
    }),
    checkDelivery('Replaced scopes hold from then on', async (api, inbox) => {
      const [box, channels] = [inbox(), await makeChannels(api)];
      const { id } = await newWebhook(api, { url: box.url, events: [created(channel(channels.sms))] });
      succeeded(await api.put(`/v3/api_webhooks/${id}`, { events: [created(channel(channels.email))] }));
      const missed = await chatOn(api, channels.sms);
      const heard = await chatOn(api, channels.email);
      await box.first('chat.created', ({ body }) => body.data.id === heard.id);
      await aWhile();
      assert.ok(!box.all().some(({ body }) => body.data.id === missed.id));
    }),
  ],
};
