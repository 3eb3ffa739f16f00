import assert from 'node:assert/strict';
import { type Json, until } from '../api.ts';
import { isFailed, isTaken, type Scene, type Stage } from './stage.ts';
import { approvedTemplate } from './templates.ts';

const contactsNamed = async ({ api }: Stage, ...values: string[]): Promise<Json[]> => {
  const digits = (value: string) => value.replaceAll(/\D/g, '') || value;
  const wanted = new Set(values.map(digits));
  const contacts = await api.all('/v3/contacts/search');
  return contacts.filter(({ handles }) => handles.some(({ value }: Json) => wanted.has(digits(value))));
};

/** A user id first, later the number with it: one contact, one chat, and the number is stored. */
async function withoutNumber(stage: Stage): Promise<void> {
  const { turn, write, chatOf, chats, contact, person, send, becomes } = stage;
  await turn({ bsuidOnly: true });
  await write('Guess who');
  const first = await chatOf('Guess who');
  assert.equal(first.handle.type, 'whatsapp_user_id');
  await becomes((await send(first.id, 'Who is it?')).id, isTaken);
  await turn({ bsuidOnly: false });
  await write('It is me');
  const second = await chatOf('It is me');
  assert.deepEqual([second.id, second.contactId, (await chats()).length], [first.id, first.contactId, 1]);
  const known = await contact(first.contactId);
  assert.deepEqual(known.handles.map(({ type }: Json) => type).toSorted(), ['phone_number', 'whatsapp_user_id']);
  assert.equal(known.phoneNumber, person(), 'the number is not shown as the contact’s');
}

/** We use the ninth digit of a Brazilian number, WhatsApp does not. */
async function ninthDigit(stage: Stage): Promise<void> {
  const { api, turn, phone, chatOf, person } = stage;
  const end = person().slice(-7);
  const number = `+55119${`8${end}`.slice(0, 8)}`;
  const { id: contactId } = await api.post('/v3/contacts', { firstName: 'Bia', phoneNumber: number });
  await turn({ brazilNinthDigit: true });
  await phone.write({ from: number, text: 'Oi' });
  const chat = await chatOf('Oi');
  assert.equal(chat.contactId, contactId);
  assert.equal((await contactsNamed(stage, number, number.replace('+55119', '+5511'))).length, 1);
}

/** WhatsApp returns another number for a send, and replies come from it. */
async function alias(stage: Stage): Promise<void> {
  const { api, turn, channelId, person, becomes, phone, chatOf, chats } = stage;
  const [asWritten, asKnown] = [person(1), person(2)];
  await turn({ waIdAlias: { [asWritten]: asKnown } });
  const template = await approvedTemplate(stage, 'hello_alias');
  const { id: contactId } = await api.post('/v3/contacts', { firstName: 'Ale', phoneNumber: asWritten });
  const body = { contactId, channelId, type: 'template', template: { id: template.id, variables: { 1: 'Ale' } } };
  await becomes((await api.post('/v3/messages', body)).id, isTaken);
  await phone.write({ from: asWritten, text: 'Hola' });
  const chat = await chatOf('Hola');
  assert.deepEqual([chat.contactId, (await chats()).length], [contactId, 1]);
  assert.equal((await contactsNamed(stage, asWritten, asKnown)).length, 1);
}

/** STOP and START keywords that both sides know. */
async function stopAndStart({ turn, meet, write, send, try: attempt, contact, becomes, phone }: Stage): Promise<void> {
  await turn({ stopWords: ['STOP', 'BASTA'], startWords: ['START', 'DALE'] });
  const chat = await meet();
  const isSubscribed = (wanted: boolean) =>
    until(
      () => contact(chat.contactId),
      (one) => one.isSubscribed === wanted,
    );
  await write('STOP');
  await isSubscribed(false);
  assert.deepEqual(await attempt(chat.id, { text: 'One more thing' }), { status: 422, key: 'contact_unsubscribed' });
  assert.equal((await phone.summary()).total, 0);
  await write('START');
  await isSubscribed(true);
  await becomes((await send(chat.id, 'Welcome back')).id, isTaken);
  // A keyword of the account that only Twilio knows; it refuses the next send.
  await write('BASTA');
  const failed = await becomes((await send(chat.id, 'One more thing')).id, isFailed);
  assert.equal(failed.errors[0].key, 'contact_unsubscribed');
  await isSubscribed(false);
  assert.deepEqual(await attempt(chat.id, { text: 'And another' }), { status: 422, key: 'contact_unsubscribed' });
}

/** A preference that a contact set in WhatsApp. */
async function preferences({ meet, phone, person, contact, try: attempt }: Stage): Promise<void> {
  const chat = await meet();
  await phone.emit([{ preference: { from: person(), value: 'stop' } }]);
  await until(
    () => contact(chat.contactId),
    ({ isSubscribed }) => isSubscribed === false,
  );
  const advert = { text: 'Buy now', purpose: 'marketing' };
  assert.deepEqual(await attempt(chat.id, advert), { status: 422, key: 'contact_unsubscribed' });
  assert.equal((await attempt(chat.id, { text: 'An answer' })).status, 201);
  await phone.emit([{ preference: { from: person(), value: 'resume' } }]);
  await until(
    () => contact(chat.contactId),
    ({ isSubscribed }) => isSubscribed === true,
  );
  assert.equal((await attempt(chat.id, advert)).status, 201);
}

export const peopleScenes: Scene[] = [
  { name: 'bsuidOnly', kinds: ['whatsapp'], play: withoutNumber },
  { name: 'brazilNinthDigit', kinds: ['whatsapp'], play: ninthDigit },
  { name: 'waIdAlias', kinds: ['whatsapp'], play: alias },
  { name: 'stopWords and startWords', kinds: ['sms'], play: stopAndStart },
  { name: 'user preferences', kinds: ['whatsapp'], play: preferences },
];
