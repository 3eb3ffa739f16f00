import assert from 'node:assert/strict';
import { isTaken, type Stage } from '../knobs/stage.ts';
import { daysAgo } from './play.ts';

/** Refused before anybody is called: 600 letters of two bytes each. One that just fits is taken. */
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
