import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { html, texts } from '../../../../tests/hostile/generators.ts';
import type { Inbound } from '../../domain/messages/index.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createParserPool, ParserError, type ParserPool } from '../../platform/parser-pool.ts';
import { htmlAsText } from './html-text.ts';
import { MAIL_LIMITS } from './limits.ts';
import { parse } from './parse.ts';
import { parseInPool } from './parse-in-pool.ts';
import { withoutQuote } from './quotes.ts';

const settings = { address: 'help@shop.example' };
const receivedAt = new Date('2026-11-15T12:00:00Z');
const pool = createParserPool({ log: createLogger('silent'), metrics: createMetrics() });
after(() => pool.close());

const request = (body: string, type = 'message/rfc822') => ({
  url: '',
  headers: { 'content-type': type },
  body: Buffer.from(body),
  receivedAt,
});
const mail = (headers: string[], body: string) =>
  ['From: Ada <ada@example.com>', 'Message-ID: <m1@example.com>', 'Subject: Hi', ...headers, '', body].join('\r\n');
const only = (items: Inbound[]) => {
  assert.equal(items.length, 1);
  assert.ok(items[0]?.kind === 'message', JSON.stringify(items));
  return items[0];
};

/** Of processor time, because the machine may be busy with others. Milliseconds are needed; quadratic time would be minutes. */
const QUICK_MS = 30_000;
async function quickly<T>(work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < QUICK_MS * 1_000, `took ${(user + system) / 1_000} ms`);
  return result;
}

const MULTIPART = ['Content-Type: multipart/mixed; boundary="b"'];
const part = (headers: string, body: string) => `--b\r\n${headers}\r\n\r\n${body}\r\n`;

test('hostile mail: attributions, rules, blanks and quotes, megabytes of them', async () => {
  for (const hostile of Object.values(texts)) await quickly(() => withoutQuote(hostile(3_000_000)));
});

test('hostile mail: HTML made to hurt, megabytes of it', async () => {
  for (const hostile of Object.values(html)) await quickly(() => htmlAsText(hostile(3_000_000)));
});

test('hostile mail: HTML beside text, and headers without an end', async () => {
  const links = '<a href="x'.repeat(100_000);
  const body = `${part('', 'Hi')}${part('Content-Type: text/html', links)}--b--\r\n`;
  assert.match(only(await quickly(() => parse(settings, request(mail(MULTIPART, body))))).content.text ?? '', /^Hi/);
  const report = part(
    'Content-Type: message/feedback-report',
    `Original-Rcpt-To: ${'a'.repeat(65_000)}\r\nX: ${' '.repeat(65_000)}\rx`,
  );
  const type = ['Content-Type: multipart/report; boundary="b"'];
  await quickly(() => parse(settings, request(mail(type, `${report}--b--\r\n`))));
  for (const value of [
    '<a@b>'.repeat(40_000),
    '('.repeat(200_000),
    '"'.repeat(200_000),
    '=?utf-8?Q?'.repeat(20_000),
    ','.repeat(200_000),
  ])
    for (const name of ['References', 'To', 'Subject', 'Content-Type'])
      await quickly(() => parse(settings, request(mail([`${name}: ${value}`], 'x'))));
});

test('a mail over a limit is a notice with the whole mail as a file', async () => {
  const attachment = part('Content-Disposition: attachment; filename="a.txt"', 'x');
  const over = {
    parts: mail(MULTIPART, part('', 'x').repeat(MAIL_LIMITS.parts + 1)),
    attachments: mail(MULTIPART, attachment.repeat(MAIL_LIMITS.attachments + 1)),
    'characters of text': mail([], 'x '.repeat(MAIL_LIMITS.textChars / 2 + 1)),
    'characters of HTML': mail(['Content-Type: text/html'], 'x '.repeat(MAIL_LIMITS.htmlChars / 2 + 1)),
    'header size': mail([`X: ${'x'.repeat(MAIL_LIMITS.headerBytes)}`], 'x'),
    nesting: mail(
      Array.from({ length: 80 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`),
      'x',
    ),
  };
  for (const [what, body] of Object.entries(over)) {
    const { content, vendorId, from, isAutomatic } = only(await parse(settings, request(body)));
    assert.deepEqual([vendorId, from[0].value, isAutomatic], ['<m1@example.com>', 'ada@example.com', true], what);
    assert.match(content.text ?? '', new RegExp(what), what);
    assert.deepEqual(content.media, [{ mimeType: 'message/rfc822', fileName: 'original.eml', source: { payload: 'body' } }]);
    assert.equal(content.details?.subject, 'Hi');
  }
});

test('a provider’s callback over a limit is a notice too', async () => {
  const json = {
    FromName: 'x "From":"mallory@example.com',
    From: 'ada@example.com',
    MessageID: 'id-1',
    TextBody: 'x'.repeat(MAIL_LIMITS.textChars + 1),
  };
  const { content, from, vendorId } = only(await parse(settings, request(JSON.stringify(json), 'application/json')));
  assert.deepEqual([from[0].value, vendorId, content.media[0]?.fileName], ['ada@example.com', '<id-1>', 'original.json']);
});

test('a provider’s callback of too many values or levels is refused before it is parsed', async () => {
  const head = '{"From":"ada@example.com","TextBody":"[[[,,,{\\"","Headers":';
  const bodies = [`${head}[${'{},'.repeat(200_000)}{}]}`, `${head}${'['.repeat(2_000_000)}`];
  for (const body of bodies) {
    const { content } = only(await quickly(() => parse(settings, request(body, 'application/json'))));
    assert.match(content.text ?? '', /(values|levels) of JSON/);
  }
  const honest = `${head}[]}`;
  assert.equal(only(await parse(settings, request(honest, 'application/json'))).content.text, '[[[,,,{"');
});

/** In a thread, as it really is: this test runner follows every promise, and the library makes some for every line. */
test('hostile mail: base64 that is padded at every turn, and lines without an end', async () => {
  const headers = ['Content-Transfer-Encoding: base64', 'Content-Type: image/png'];
  for (const body of ['AA=\n'.repeat(1_000_000), 'AA='.repeat(5_000_000), `${'\n'.repeat(1_400_000)}AAAA`]) {
    const { content } = only(await quickly(() => parseInPool(pool, settings, request(mail(headers, body)), false)));
    assert.equal(content.media[0]?.mimeType, 'image/png');
  }
});

test('pool: a mail is read as it is without the pool, its files as bytes or by name only', async () => {
  const body = mail(MULTIPART, `${part('', 'Hi')}${part('Content-Disposition: attachment; filename="a.txt"', 'bytes')}--b--\r\n`);
  const direct = only(await parse(settings, request(body)));
  assert.deepEqual(only(await parseInPool(pool, settings, request(body), true)), direct);
  const [file] = only(await parseInPool(pool, settings, request(body), false)).content.media;
  assert.deepEqual(file, { ...direct.content.media[0], source: { bytes: Buffer.alloc(0) } });
});

test('pool: what exceeds a limit of the pool is a notice, and only a busy pool throws', async () => {
  const failing = (reason: ConstructorParameters<typeof ParserError>[0]): ParserPool => ({
    parse: async () => Promise.reject(new ParserError(reason, 'x')),
    close: async () => undefined,
  });
  for (const reason of ['too_large', 'too_slow', 'out_of_memory', 'invalid'] as const) {
    const { content } = only(await parseInPool(failing(reason), settings, request(mail([], 'x')), false));
    assert.equal(content.media[0]?.fileName, 'original.eml', reason);
  }
  await assert.rejects(parseInPool(failing('busy'), settings, request(mail([], 'x')), false), { reason: 'busy' });
});
