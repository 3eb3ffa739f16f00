import assert from 'node:assert/strict';
import { mapParallel } from '../../security/client.ts';
import { until } from '../api.ts';
import { isTaken, type Json, type Stage } from '../knobs/stage.ts';
import { daysAgo } from './play.ts';

/** A contact who wrote two days ago calls: a free message is accepted by the server and by Meta. */
export async function callOpensWindow({ turn, phone, person, chatOf, chats, messages, send, becomes }: Stage): Promise<void> {
  await turn({ enforceWindow: true });
  await phone.write({ from: person(), text: 'Two days ago', timestamp: daysAgo(2) });
  const { id } = await chatOf('Two days ago');
  await phone.write({ from: person(), call: true });
  await until(chats, ([chat]) => Date.parse(chat?.openUntil) > Date.now());
  const call = (await messages(id)).find(({ type }) => type === 'unsupported');
  assert.equal(call?.content.details.kind, 'call');
  await becomes((await send(id, 'You called?')).id, isTaken);
}

/** With Direct Send, a utility text reaches a contact who never wrote; other messages need a template. */
export async function directSend({ tenant, api, person, becomes, channelId }: Stage): Promise<void> {
  const line = await tenant.channel('whatsapp', undefined, { settings: { directSend: true }, account: { directSend: true } });
  await line.phone.turn({ enforceWindow: true });
  const { id: contactId } = await api.post('/v3/contacts', { firstName: 'Ada', phoneNumber: person() });
  const send = { contactId, channelId: line.channelId, type: 'text', text: 'Your parcel is here.', purpose: 'utility' };
  const refused = async (change: object) =>
    (await api.call('POST', '/v3/messages', { ...send, ...change })).body.error?.messageKey;
  assert.equal(await refused({ purpose: 'service' }), 'outside_messaging_window');
  assert.equal(await refused({ channelId }), 'outside_messaging_window', 'the other channel has no Direct Send');
  const sent = await becomes((await api.post('/v3/messages', send)).id, ({ sendState }) =>
    ['accepted', 'failed'].includes(sendState),
  );
  assert.equal(sent.sendState, 'accepted', JSON.stringify(sent.errors));
}

const BURST = 70;
const AT_ONCE = 10;

/** Meta refuses the 21st message of a second; a channel with this rate never sends it. */
export async function coexistencePace({ tenant, api }: Stage): Promise<void> {
  const line = await tenant.channel('whatsapp', undefined, { settings: { coexistence: true }, account: { coexistence: true } });
  const people = Array.from({ length: BURST }, (_, i) => `+1303${5_550_000 + i}`);
  await line.phone.emit(people.map((from) => ({ message: { from, text: 'Hello' } })));
  const found = () => api.all('/v3/chats/search', `eq(channelId,"${line.channelId}")`);
  const chats = await until(found, (all) => all.length === BURST);
  await mapParallel(chats, AT_ONCE, ({ id }: Json) => api.post(`/v3/chats/${id}/messages`, { text: 'Hello' }));
  await until(
    () => line.phone.summary(),
    ({ accepted }) => accepted === BURST,
  );
  assert.equal((await line.phone.summary()).refused, 0, 'Meta had to refuse messages');
}

export async function priceKept({ meet, send, becomes }: Stage): Promise<void> {
  const { id } = await meet();
  const { content } = await becomes((await send(id, 'Hello')).id, (message) => message.content.details?.pricing !== undefined);
  assert.deepEqual(content.details.pricing, { billable: true, model: 'PMP', category: 'service', type: 'regular' });
}

export async function referralKept({ phone, person, chatOf, messages }: Stage): Promise<void> {
  const referral = {
    source_type: 'ad',
    source_id: '120226305854810726',
    source_url: 'https://fb.me/1',
    headline: 'Autumn sale',
    media_type: 'image',
    image_url: 'https://example.com/ad.jpg',
  };
  await phone.write({ from: person(), text: 'From the ad', referral });
  const [message] = await messages((await chatOf('From the ad')).id);
  assert.partialDeepStrictEqual(message.content.details.referral, {
    sourceType: 'ad',
    mediaType: 'image',
    imageUrl: 'https://example.com/ad.jpg',
  });
}

/** A contact known by user id only gets a new user id; later messages are in the same chat. */
export async function userIdChanges({ phone, person, chatOf, chats, turn }: Stage): Promise<void> {
  await turn({ bsuidOnly: true });
  const [previous, current] = ['US.11111111111111111111', 'US.22222222222222222222'].map((id) => `${id}${person().slice(-6)}`);
  await phone.write({ from: person(), userId: previous, text: 'Under the old id' });
  const before = await chatOf('Under the old id');
  const { phoneNumberId, displayPhoneNumber } = await phone.account();
  const metadata = { display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId };
  const value = { messaging_product: 'whatsapp', metadata, user_id_update: [{ user_id: { previous, current } }] };
  await phone.emit([{ raw: { field: 'user_id_update', value } }]);
  await phone.flush();
  await phone.write({ from: person(), userId: current, text: 'Under the new id' });
  assert.equal((await chatOf('Under the new id')).id, before.id);
  assert.equal((await chats()).length, 1);
}

/** The provider accepts the default API version of the channel. */
export async function versionIsTaken({ meet, send, becomes }: Stage): Promise<void> {
  const { id } = await meet();
  const message = await becomes(
    (await send(id, 'Hello')).id,
    ({ sendState }) => sendState === 'accepted' || sendState === 'failed',
  );
  assert.equal(message.sendState, 'accepted', JSON.stringify(message.errors));
}

const QUICK = 12;

/** The provider accepts two messages per second: every message arrives, and none fails. */
export async function tooFastIsRepeated({ turn, meet, send, becomes, phone }: Stage): Promise<void> {
  const chats = await Promise.all(Array.from({ length: QUICK }, (_, i) => meet(i + 1)));
  await turn({ ratePerSecond: 2 });
  const sent = await Promise.all(chats.map(({ id }) => send(id, 'Quick')));
  const ended = await Promise.all(
    sent.map(({ id }) => becomes(id, ({ sendState }) => ['accepted', 'failed'].includes(sendState), 120_000)),
  );
  assert.deepEqual(new Set(ended.map(({ sendState }) => sendState)), new Set(['accepted']));
  assert.ok((await phone.summary()).refused > 0, 'it was never too fast');
}
