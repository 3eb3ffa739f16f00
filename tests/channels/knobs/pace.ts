import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { mapParallel } from '../../security/client.ts';
import { until } from '../api.ts';
import type { Scene, Stage } from './stage.ts';

const SENDS = 240;
const PER_SECOND = 80;
const MOST_PER_SECOND = PER_SECOND * 1.1;
const MOST_TRIES = 8;
const CHATS = 40;
const ASKS_AT_ONCE = 24;

/**
 * WhatsApp accepts 80 messages per second and number: 240 messages take about three seconds, and no second exceeds the rate by more than
 * a tenth. A machine that stalls sends bursts, so the measurement is repeated a few times.
 */
async function pace(stage: Stage): Promise<void> {
  const { phone, person, chats } = stage;
  await phone.emit(Array.from({ length: CHATS }, (_, n) => ({ message: { from: person(n + 1), text: 'Hello' } })));
  const found = await until(chats, (all) => all.length === CHATS);
  const chatIds = found.map(({ id }) => id as string);
  for (let tries = 1; ; tries++) {
    await wait(1_000); // earlier sends are complete
    const { most, seconds } = await measured(stage, chatIds);
    assert.ok(seconds >= SENDS / PER_SECOND - 0.5, `${SENDS} in ${seconds} s`);
    if (most <= MOST_PER_SECOND) return;
    assert.ok(tries < MOST_TRIES, `${most} in one second`);
  }
}

async function measured({ phone, send }: Stage, chatIds: string[]): Promise<Measure> {
  const before = (await phone.sent()).length;
  const wanted = Array.from({ length: SENDS }, (_, i) => ({ chatId: chatIds[i % CHATS] as string, text: `Number ${i}` }));
  await mapParallel(wanted, ASKS_AT_ONCE, ({ chatId, text }) => send(chatId, text));
  await until(
    () => phone.summary(),
    ({ accepted }) => accepted === before + SENDS,
    120_000,
  );
  const measure = measureOf((await phone.sent()).slice(before).map(({ at }) => Date.parse(at)));
  console.log(`  sends=${SENDS} seconds=${measure.seconds.toFixed(2)} mostInAnySecond=${measure.most}`);
  return measure;
}

type Measure = { most: number; seconds: number };

/** Returns the maximum in any window of one second. */
function measureOf(times: number[]): Measure {
  const sorted = times.toSorted((a, b) => a - b);
  let most = 0;
  for (let from = 0, to = 0; to < sorted.length; to++) {
    while ((sorted[to] ?? 0) - (sorted[from] ?? 0) >= 1000) from++;
    most = Math.max(most, to - from + 1);
  }
  return { most, seconds: ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / 1000 };
}

export const paceScene: Scene = { name: 'the pace of a number', kinds: ['whatsapp'], play: pace };
