import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { mapParallel } from '../../security/client.ts';
import { until } from '../api.ts';
import type { Json, Scene, Stage } from './stage.ts';

const SENDS = 240;
const PER_SECOND = 80;
const CHATS = 40;

/** WhatsApp takes 80 a second of a number: 240 messages leave in about three, and no second has more than a tenth too many. */
async function pace({ phone, person, chats, send }: Stage): Promise<void> {
  await phone.emit(Array.from({ length: CHATS }, (_, n) => ({ message: { from: person(n + 1), text: 'Hello' } })));
  const found = await until(chats, (all) => all.length === CHATS);
  await wait(1_000); // whatever the hellos caused is over
  const wanted = Array.from({ length: SENDS }, (_, i) => ({ chatId: found[i % CHATS].id as string, text: `Number ${i}` }));
  const startedAt = Date.now();
  await mapParallel(wanted, 24, ({ chatId, text }) => send(chatId, text));
  const acceptedMs = Date.now() - startedAt;
  await until(
    () => phone.summary(),
    ({ accepted }) => accepted === SENDS,
    60_000,
  );
  const { most, seconds } = measure((await phone.sent()).map(({ at }: Json) => Date.parse(at)));
  console.log(`  sends=${SENDS} askedInMs=${acceptedMs} seconds=${seconds.toFixed(2)} mostInAnySecond=${most}`);
  assert.ok(most <= PER_SECOND * 1.1, `${most} in one second`);
  assert.ok(seconds >= SENDS / PER_SECOND - 0.5, `${SENDS} in ${seconds} s`);
}

/** The most in any second, wherever it begins. */
function measure(times: number[]): { most: number; seconds: number } {
  const sorted = times.toSorted((a, b) => a - b);
  let most = 0;
  for (let from = 0, to = 0; to < sorted.length; to++) {
    while ((sorted[to] ?? 0) - (sorted[from] ?? 0) >= 1000) from++;
    most = Math.max(most, to - from + 1);
  }
  return { most, seconds: ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / 1000 };
}

export const paceScene: Scene = { name: 'the pace of a number', kinds: ['whatsapp'], play: pace };
