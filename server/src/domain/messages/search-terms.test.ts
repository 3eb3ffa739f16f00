import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { documentOf, searchQueryOf, tagOf, termsOf, wantedTerms } from './search-terms.ts';

const TENANT = '0190b0aa-0000-7000-8000-00000000a1b2';
const PLACED = { channelId: '0190b0aa-0000-7000-8000-0000000000ff', sender: 'inbound' } as const;

/** Evaluates a search as PostgreSQL does: all requirements, each by one of its alternatives. */
const finds = (text: string, search: string): boolean => {
  const stored = termsOf([text]);
  const has = ({ term, isPrefix }: { term: string; isPrefix: boolean }) =>
    stored.some((one) => (isPrefix ? one.startsWith(term) : one === term));
  const wanted = wantedTerms(search);
  return wanted.length > 0 && wanted.every((options) => options.some((terms) => terms.every(has)));
};

const found: [text: string, search: string][] = [
  ['Where is my order?', 'order'],
  ['Where is my order?', 'ORDER where'],
  ['Where is my order?', 'my ord'],
  ['Crème brûlée, s’il vous plaît', 'creme brulee'],
  ['Die Straße ist gesperrt', 'strasse'],
  ['Łódź, Đorđe, Ærø', 'lodz dorde aero'],
  ['İstanbul’da ısı', 'istanbul'],
  ['Order AB-1234/5 is late', 'AB-1234/5'],
  ['Order AB-1234/5 is late', 'ab12345'],
  ['Order AB-1234/5 is late', 'ab-123'],
  ['Order AB12345 is late', 'ab-12345'],
  ['Call me: +49 (151) 234-5678', '+491512345678'],
  ['Call me: +491512345678', '+49 151 234 5678'],
  ['Call me: +49 151 2345678', '49151234'],
  ['order 4711 of 2026', '4711 2026'],
  ['session w12345678901x has ended', 'w12345678901x'],
  ['at 2026-01-15T10:30:00Z', '2026-01-15T10:30'],
  ['Due on 2026-01-15 10:30', '2026-01-15'],
  ['Write to Ada.Lovelace@Example.com', 'ada.lovelace@example.com'],
  ['Write to Ada.Lovelace@Example.com', 'lovelace@exam'],
  ['see https://shop.example/orders/99f2', 'shop.example/orders/99f2'],
  ['我的订单在哪里', '订单'],
  ['我的订单在哪里', '里'],
  ['ใบสั่งซื้อของฉัน', 'สั่งซื้อ'],
  ['Где мой заказ', 'ЗАКАЗ'],
  ['أين طَلَبِي', 'طلبي'],
  ['ﬁrst ﬂight', 'first flight'],
  ['😀 thanks 😀', 'thanks'],
];
const notFound: [text: string, search: string][] = [
  ['Where is my order?', 'ord '],
  ['Where is my order?', 'ord my'],
  ['Where is my order?', 'rder'],
  ['Where is my order?', 'order late'],
  ['我的订单在哪里', '单订'],
  ['Order AB-1234', 'ab-1235'],
  ['Call +49 151 2345678', '+49 151 2345679'],
  ['anything', '😀'],
  ['anything', ' - '],
];

test('a message is found by its words, the beginning of the last word, numbers, ids and addresses, in any spelling', () => {
  for (const [text, search] of found) assert.ok(finds(text, search), `${search} finds ${text}`);
  for (const [text, search] of notFound) assert.ok(!finds(text, search), `${search} does not find ${text}`);
});

test('every text is found by any of its own words and by the whole of a short text', () => {
  const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const text = words.join(' ');
      for (const one of words) if (wantedTerms(one).length > 0) assert.ok(finds(one, one), one);
      if (wantedTerms(text).length > 0 && text.length <= 100) assert.ok(finds(text, text), text);
    }),
    { numRuns: 500 },
  );
  const numbered = fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(...Array.from('ab12345678 -+/.()')) });
  fc.assert(
    fc.property(numbered, (text) => {
      if (wantedTerms(text).length > 0) assert.ok(finds(text, text), text);
    }),
    { numRuns: 5_000 },
  );
});

test('a stored document and a search hold no character that PostgreSQL reads as syntax, whatever the text is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      for (const term of termsOf([text])) assert.match(term, /^[\p{L}\p{N}\p{M}]+$/u);
      assert.match(searchQueryOf(TENANT, text, {})?.wanted ?? '()', /^(?:[()&|: *]|'[\w-]{4}[\p{L}\p{N}\p{M}]+')+$/u);
    }),
    { numRuns: 500 },
  );
});

test('a document has at most 402 terms of at most 40 characters, with the tag of its tenant, its channel and its sender', () => {
  const text = Array.from({ length: 2_000 }, (_, n) => `word${n}${'x'.repeat(n % 60)}`).join(' ');
  const document = documentOf(TENANT, [text], PLACED)?.split(' ') ?? [];
  assert.ok(document.length <= 410, String(document.length));
  for (const term of document) assert.ok(term.startsWith(tagOf(TENANT)) && Array.from(term).length <= 44, term);
  assert.deepEqual(
    document.slice(-2).map((term) => term.slice(4)),
    ['@0000000000ff', '>inbound'],
  );
  assert.equal(documentOf(TENANT, [null, '', '😀'], PLACED), null);
});

test('the exact part of a search leaves out what has the beginning of a word', () => {
  const tag = tagOf(TENANT);
  assert.deepEqual(searchQueryOf(TENANT, 'my order', {}), {
    wanted: `(('${tag}my')) & (('${tag}order':*))`,
    exact: `(('${tag}my'))`,
  });
  assert.equal(searchQueryOf(TENANT, 'order', { sender: 'inbound' })?.exact, null);
  assert.equal(searchQueryOf(TENANT, 'order ', { sender: 'inbound' })?.exact, `(('${tag}order')) & '${tag}>inbound'`);
});
