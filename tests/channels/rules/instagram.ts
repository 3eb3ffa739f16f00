import assert from 'node:assert/strict';
import { until } from '../api.ts';
import { isTaken, type Stage } from '../knobs/stage.ts';
import { daysAgo } from './play.ts';

/** 600 letters of two bytes are refused without a call. A text at the limit is sent. */
export async function bytesAreCounted({ meet, send, becomes, try: attempt }: Stage): Promise<void> {
  const { id } = await meet();
  assert.equal((await attempt(id, { text: 'ü'.repeat(600) })).status, 400);
  await becomes((await send(id, 'ü'.repeat(500))).id, isTaken);
}

export async function adWindow({ turn, phone, person, chatOf, send, becomes }: Stage): Promise<void> {
  await turn({ enforceWindow: true });
  const referral = { source: 'ADS', type: 'OPEN_THREAD', ad_id: '120226305854810726' };
  await phone.write({ from: person(), text: 'From the ad', referral, timestamp: daysAgo(5) });
  const chat = await chatOf('From the ad');
  assert.ok(Date.parse(chat.openUntil) > Date.now() + 86_400_000, `open until ${chat.openUntil}`);
  await becomes((await send(chat.id, 'Still there?')).id, isTaken);
}

/** Callbacks have no names. The profile is fetched with the first message; an existing name stays. */
export async function nameIsAsked({ api, phone, person, chatOf, contact }: Stage): Promise<void> {
  await phone.write({ from: person(), text: 'Who am I?', name: 'Ada King Lovelace' });
  const { contactId } = await chatOf('Who am I?');
  const { firstName, lastName } = await until(
    () => contact(contactId),
    (one) => one.firstName !== null,
  );
  assert.deepEqual([firstName, lastName], ['Ada', 'King Lovelace']);
  const handles = [{ type: 'instagram_id', value: person(2) }];
  const known = await api.post('/v3/contacts', { firstName: 'Grace', handles });
  await phone.write({ from: person(2), text: 'You know me', name: 'Somebody Else' });
  await phone.write({ from: person(3), text: 'The last one', name: 'Alan Turing' });
  const last = await chatOf('The last one');
  await until(
    () => contact(last.contactId),
    (one) => one.firstName === 'Alan',
  );
  assert.equal((await contact(known.id)).firstName, 'Grace');
}
