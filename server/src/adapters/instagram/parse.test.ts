import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Inbound } from '../../domain/messages/index.ts';
import { parse } from './parse.ts';

const own = { igId: '17841405309211844' };
const samples = new URL('./samples/', import.meta.url);
const read = (name: string): Inbound[] => parse(own, { body: readFileSync(new URL(`${name}.json`, samples)) });
const parsed = (callback: unknown): Inbound[] => parse(own, { body: Buffer.from(JSON.stringify(callback) ?? '') });

function one<K extends Inbound['kind']>(name: string, kind: K): Extract<Inbound, { kind: K }> {
  const [first, ...others] = read(name);
  assert.deepEqual(others, []);
  assert.equal(first?.kind, kind);
  return first as Extract<Inbound, { kind: K }>;
}

const person = { type: 'instagram_id', value: '1282977519462163' };
const mid = 'aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlEOjE3ODQxNDA1MzA5MjExODQ0';
const at = new Date('2022-08-22T04:17:17Z');

test('text: who, when, what', () => {
  assert.deepEqual(read('text'), [
    {
      kind: 'message',
      vendorId: mid,
      at,
      from: [person],
      name: null,
      content: { type: 'text', text: 'Is the blue one still available?', media: [], details: null, replyTo: null },
      isAutomatic: false,
      preference: null,
    },
  ]);
});

test('every sort of content says what it is', () => {
  const cdn = 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=17949487764033669&signature=AYzQe';
  const file = (url = cdn) => ({ mimeType: null, fileName: null, source: { ref: { url } } });
  const expected: Record<string, object> = {
    reply: { type: 'text', replyTo: 'aWdfZAG1faXRlbToxOkVhcmxpZXI' },
    'story-reply': { type: 'text', text: 'Where is this?', details: { storyId: '17911188023123456' } },
    image: { type: 'image', text: null, media: [file()], details: null },
    album: { type: 'image', media: [file(`${cdn}1`), file(`${cdn}2`)] },
    voice: { type: 'audio', media: [file()] },
    file: { type: 'document', media: [file()] },
    share: { type: 'image', media: [file()], details: { kind: 'share' } },
    'story-mention': { type: 'image', media: [file()], details: { kind: 'story_mention' } },
    reel: { type: 'video', text: 'Do you sell this?', media: [file()], details: { kind: 'ig_reel', title: 'Autumn sale' } },
    'unknown-attachment': { type: 'unsupported', media: [], details: { kind: 'ephemeral' } },
    'quick-reply': { type: 'interactive', text: 'Size M', details: { kind: 'quick_reply', id: 'size-m', title: 'Size M' } },
    'ad-referral': { type: 'text', details: { referral: { source: 'ADS', adId: '120226305854810726' } } },
    unsupported: { type: 'unsupported', text: null },
    postback: { type: 'interactive', text: 'Opening hours', details: { kind: 'postback', id: 'hours' } },
    reaction: { type: 'reaction', text: '❤️', details: { toVendorId: mid, emoji: '❤️' }, replyTo: mid },
    'reaction-removed': { type: 'reaction', text: null, details: { toVendorId: mid, emoji: null } },
    edited: { type: 'text', text: 'Is the green one still available?', details: { edits: mid }, replyTo: mid },
    'message-as-change': { type: 'text', text: 'Hello' },
  };
  for (const [name, content] of Object.entries(expected)) {
    const message = one(name, 'message');
    assert.partialDeepStrictEqual(message.content, content, name);
    assert.deepEqual(message.from, [person]);
    assert.deepEqual(message.at, at);
  }
});

test('what has no id of its own gets one that a repeated callback gets again', () => {
  const ids = ['reaction', 'reaction-removed', 'edited', 'postback'].map((name) => one(name, 'message').vendorId);
  assert.equal(new Set([...ids, mid]).size, 4, 'a postback has its own');
  assert.deepEqual(read('reaction'), read('reaction'));
});

test('an echo is to the person; what was taken back is deleted; what was read is seen', () => {
  assert.partialDeepStrictEqual(one('echo', 'echo'), { vendorId: mid, to: person, content: { type: 'text' } });
  const elsewhere = { sender: { id: '5' }, recipient: { id: '7' }, timestamp: 1661141837000, message: { mid, is_echo: true } };
  const [echo] = parsed({ object: 'instagram', entry: [{ id: own.igId, messaging: [elsewhere] }] });
  assert.partialDeepStrictEqual(echo, { kind: 'echo', to: { value: '7' } }, 'never a message from ourselves');
  assert.deepEqual(read('deleted'), [{ kind: 'deleted', vendorId: mid, at }]);
  assert.deepEqual(read('read'), [
    { kind: 'seen', vendorId: 'aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlEOjE3ODQxNDA1MzA5MjExODQ0', by: person, at },
  ]);
});

test('what is another account’s or app’s, or of no use, is counted', () => {
  assert.match(one('standby', 'ignored').what, /another app/);
  assert.equal(one('comment', 'ignored').what, 'comments');
  assert.match(one('other-account', 'ignored').what, /another account/);
  one('edited-unseen', 'ignored');
});

test('a batch is read to its end, in order', () => {
  const said = read('batch').map((item) => ('vendorId' in item ? item.vendorId : item.kind));
  assert.deepEqual(said, ['m1', 'm2', 'ignored', 'm0', 'm3', 'ignored']);
});

test('property: of any batch nothing is lost, doubled or moved', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.uuid(), { minLength: 1, maxLength: 20 }), { maxLength: 20 }), (entries) => {
      const entry = entries.map((mids) => ({
        id: own.igId,
        messaging: mids.map((mid) => ({
          sender: { id: '1' },
          recipient: { id: own.igId },
          timestamp: 1661141837000,
          message: { mid },
        })),
      }));
      const found = parsed({ object: 'instagram', entry }).map((item) => 'vendorId' in item && item.vendorId);
      assert.deepEqual(found, entries.flat());
    }),
  );
});

test('property: hostile JSON never throws, at any position', () => {
  const names = readdirSync(samples);
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(null, -1, 1e300, '__proto__', 'constructor', [], {}, '\0'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat({ max: 40 }), junk, (name, where, value) => {
      let left = where;
      const sample = readFileSync(new URL(name, samples), 'utf8');
      const said = parsed(JSON.parse(sample, (_key, one: unknown) => (left-- === 0 ? value : one)));
      for (const item of said) if ('at' in item) assert.ok(!Number.isNaN(item.at.getTime()));
      assert.ok(!JSON.stringify(said).includes('\\u0000'), 'nothing that the database cannot keep');
    }),
    { numRuns: 2_000 },
  );
  fc.assert(fc.property(fc.jsonValue(), (json) => void parsed(json)));
});
