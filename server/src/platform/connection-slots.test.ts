import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConnectionSlots, type Release } from './connection-slots.ts';

const NEVER_MS = 600_000;
const upTo = (most: number) => ({ most, mostPerOwner: most });
const taken = (release: Release | undefined): Release => {
  assert.ok(release, 'a slot was free');
  return release;
};

test('no more slots than connections: the next caller waits until one is released', async () => {
  const slots = createConnectionSlots(NEVER_MS);
  const first = taken(await slots.take('mail', upTo(2), 'a'));
  await slots.take('mail', upTo(2), 'a');
  let isServed = false;
  const third = slots.take('mail', upTo(2), 'a').then((release) => {
    isServed = true;
    return release;
  });
  await slots.take('other', upTo(2), 'a'); // another destination has its own
  assert.equal(isServed, false);
  first();
  first(); // a second time gives nothing back
  taken(await third);
  const fourth = slots.take('mail', upTo(2), 'a').then(() => 'served');
  assert.equal(await Promise.race([fourth, new Promise((resolve) => setImmediate(resolve, 'waiting'))]), 'waiting');
  taken(await third)();
  assert.equal(await fourth, 'served');
});

test('no slot is taken when none becomes free in time or too many callers wait', async () => {
  const slots = createConnectionSlots(20);
  const release = taken(await slots.take('mail', upTo(1), 'a'));
  const waiting = Array.from({ length: 17 }, () => slots.take('mail', upTo(1), 'a'));
  assert.equal(await waiting[16], undefined); // sixteen wait for one connection, not seventeen
  assert.deepEqual(await Promise.all(waiting), Array(17).fill(undefined));
  release();
  taken(await slots.take('mail', upTo(1), 'a'));
});

test('owners take turns', async () => {
  const slots = createConnectionSlots(NEVER_MS);
  const order: string[] = [];
  let release = taken(await slots.take('mail', upTo(1), 'a'));
  const waiting = ['a', 'a', 'a', 'b', 'c'].map(async (owner) => {
    const given = await slots.take('mail', upTo(1), owner);
    order.push(owner);
    release = taken(given);
  });
  for (let i = 0; i < waiting.length; i++) {
    release();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(waiting);
  assert.deepEqual(order, ['a', 'b', 'c', 'a', 'a']);
});

test('an owner leaves connections for others, and gets its own back first', async () => {
  const slots = createConnectionSlots(NEVER_MS);
  const limits = { most: 4, mostPerOwner: 3 };
  const held = await Promise.all(Array.from({ length: 3 }, () => slots.take('api', limits, 'a')));
  let isServed = false;
  const fourth = slots.take('api', limits, 'a').then(() => {
    isServed = true;
  });
  const other = taken(await slots.take('api', limits, 'b'));
  other();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isServed, false, 'the connection that b released is not for a');
  taken(held[0])();
  await fourth;
  taken(await slots.take('api', limits, 'b'));
});
