import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChannelType, channelDefinitions, channelTypes, handleTypes } from '../registry/channels.ts';
import type { Adapter } from './adapter.ts';
import { adapters } from './index.ts';

/** A rule of the definition and the function of the adapter that it needs. */
const pairs: [string, (type: ChannelType) => boolean, keyof Adapter][] = [
  ['templates.isReviewed', (type) => channelDefinitions[type].templates.isReviewed, 'templates'],
  ['namesOnRequest', (type) => channelDefinitions[type].namesOnRequest === true, 'fetchProfile'],
  ['polling', (type) => channelDefinitions[type].polling !== undefined, 'poll'],
];

for (const type of channelTypes)
  test(`${type}: the definition states what the adapter can do`, () => {
    for (const [rule, isStated, name] of pairs)
      assert.equal(adapters[type][name] !== undefined, isStated(type), `${rule} and ${name}`);
    const { reaches, media, sends, storedHeaders } = channelDefinitions[type];
    assert.ok(reaches.length > 0);
    for (const kind of media.captioned) assert.ok(sends.has(kind), kind);
    for (const header of storedHeaders) assert.equal(header, header.toLowerCase());
  });

test('every handle type but external is reached by a channel', () => {
  const reached = new Set(channelTypes.flatMap((type) => channelDefinitions[type].reaches));
  assert.deepEqual(new Set(handleTypes), new Set([...reached, 'external']));
});
