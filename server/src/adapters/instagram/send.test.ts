import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Outgoing, OutgoingContent, OutgoingMedia } from '../../domain/messages/index.ts';
import { givenMeta, givenServer } from '../meta.test-kit.ts';
import { isSignedByMeta } from '../meta.ts';
import { fetchMedia } from './media.ts';
import { parse } from './parse.ts';
import { send, toRequestBody } from './send.ts';
import { Settings } from './settings.ts';

const text = (text: string): OutgoingContent => ({ type: 'text', text, subject: null, html: null, attachments: [] });
const outgoing = (content: OutgoingContent, more: Partial<Outgoing> = {}): Outgoing => ({
  messageId: '01a1dcca-3c52-7d90-a4f1-6be82c1f5d07',
  attemptId: '01a1dcca-3c52-7d90-a4f1-000000000001',
  to: { type: 'instagram_id', value: '1282977519462163' },
  content,
  replyTo: null,
  isAutomatic: false,
  ...more,
});
const media: OutgoingMedia = {
  url: 'https://files.example.com/a.bin',
  mimeType: 'application/octet-stream',
  fileName: 'a.bin',
  open: () => Promise.reject(new Error('Instagram fetches it by itself')),
};
const bodyOf = (content: OutgoingContent, more: Partial<Outgoing> = {}, humanAgent = false) => {
  const prepared = toRequestBody(outgoing(content, more), { humanAgent });
  assert.ok(prepared.kind === 'ready');
  return prepared.body;
};
const refusalOf = (content: OutgoingContent, more: Partial<Outgoing> = {}) => {
  const prepared = toRequestBody(outgoing(content, more), { humanAgent: false });
  assert.ok(prepared.kind === 'refused' && prepared.next === 'fail' && prepared.error.key === 'invalid_message');
  return prepared.error.message;
};

test('text: the whole body; a person’s answer carries the tag, an automation’s never does', () => {
  const body = { recipient: { id: '1282977519462163' }, message: { text: 'Hello' } };
  assert.deepEqual(bodyOf(text('Hello')), body);
  const tag = { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' };
  assert.deepEqual(bodyOf(text('Hello'), {}, true), { ...body, ...tag });
  assert.deepEqual(bodyOf(text('Hello'), { isAutomatic: true }, true), body);
});

test('files go by URL and without text', () => {
  const file = (type: 'image' | 'document', caption: string | null): OutgoingContent => ({ type, media, caption, subject: null });
  const attachment = (type: string) => ({ attachment: { type, payload: { url: media.url } } });
  assert.deepEqual(bodyOf(file('image', null)).message, attachment('image'));
  assert.deepEqual(bodyOf(file('document', null)).message, attachment('file'));
  assert.match(refusalOf(file('image', 'Look')), /message of its own/);
  assert.match(refusalOf({ ...text('x'), attachments: [media] } as OutgoingContent), /one file per message/);
});

const choices = (titles: string[]): OutgoingContent => ({
  type: 'interactive',
  text: 'Which?',
  header: 'Sizes',
  footer: null,
  choice: { buttons: titles.map((title, i) => ({ id: `b${i}`, title })) },
});

test('choices are quick replies where they fit, else a numbered list', () => {
  assert.deepEqual(bodyOf(choices(['M', 'L'])).message, {
    text: 'Sizes\n\nWhich?',
    quick_replies: [
      { content_type: 'text', title: 'M', payload: 'b0' },
      { content_type: 'text', title: 'L', payload: 'b1' },
    ],
  });
  const long = 'A title that is cut off after twenty';
  assert.deepEqual(bodyOf(choices([long, 'L'])).message, { text: `Sizes\n\nWhich?\n\n1. ${long}\n2. L` });
  assert.equal((bodyOf(choices(Array(14).fill('x'))).message as { quick_replies?: unknown }).quick_replies, undefined);
  const rows = [{ id: 'm', title: 'M', description: 'Medium' }];
  const list = { list: { button: 'Choose', sections: [{ rows }] } };
  const described: OutgoingContent = { type: 'interactive', text: 'Which?', header: null, footer: null, choice: list };
  assert.deepEqual(bodyOf(described).message, { text: 'Which?\n\n1. M (Medium)' });
});

test('templates are their text; reactions are actions; a location is refused with advice', () => {
  const template: OutgoingContent = {
    type: 'template',
    name: 'hi',
    language: 'en',
    components: { format: 'positional', header: null, body: [], buttons: [] },
    rendered: { text: 'Hello Jessica', subject: null },
  };
  assert.deepEqual(bodyOf(template).message, { text: 'Hello Jessica' });
  const recipient = { id: '1282977519462163' };
  const reaction = (emoji: string | null) => bodyOf({ type: 'reaction', toVendorId: 'm1', emoji }, {}, true);
  const payload = { message_id: 'm1', reaction: 'love' };
  assert.deepEqual(reaction('❤️'), { recipient, sender_action: 'react', payload });
  assert.deepEqual(reaction(null), { recipient, sender_action: 'unreact', payload: { message_id: 'm1' } });
  assert.match(refusalOf({ type: 'reaction', toVendorId: 'm1', emoji: '🦄' }), /no reaction 🦄; it offers ❤/);
  assert.match(refusalOf({ type: 'location', latitude: 1, longitude: 2, name: null, address: null }), /link to a map/);
  assert.match(refusalOf(text('x'), { to: { type: 'phone_number', value: '+1650' } }), /\+1650 is none/);
});

test('settings: defaults and strictness', () => {
  const least = { igId: '178', accessToken: 'IGAA', appSecret: 's', verifyToken: 'v' };
  assert.partialDeepStrictEqual(Settings.parse(least), {
    baseUrl: 'https://graph.instagram.com',
    apiVersion: 'v26.0',
    humanAgent: false,
  });
  assert.ok(!Settings.safeParse({ ...least, humanAgent: 'yes' }).success);
  assert.ok(!Settings.safeParse({ ...least, pageId: '1' }).success);
});

/** All tests below use HTTP with the simulated Meta. */
const own = {
  igId: '17841405309211844',
  accessToken: 'IGAA',
  appSecret: 'app-secret',
  verifyToken: 'verify',
};

async function given() {
  const meta = await givenMeta({ ...own, kind: 'instagram' });
  const settings = Settings.parse({ ...own, baseUrl: meta.baseUrl });
  return { ...meta, settings, said: () => meta.callbacks.flatMap((callback) => parse(settings, callback)) };
}

test('a send is accepted, and its echo has the same id', async () => {
  const { deps, settings, phone, sent, flush, said, callbacks } = await given();
  await phone({ from: '1282977519462163', text: 'Hi' });
  const outcome = await send(deps, settings, outgoing(text('Hello')));
  assert.ok(outcome.kind === 'accepted');
  assert.equal((await sent()).sends[0]?.idempotencyKey, '01a1dcca-3c52-7d90-a4f1-000000000001');
  await flush();
  assert.ok(callbacks.length > 0 && callbacks.every((callback) => isSignedByMeta('app-secret', callback)));
  const [message, echo] = said();
  assert.equal(message?.kind, 'message');
  assert.ok(echo?.kind === 'echo');
  assert.equal(echo.vendorId, outcome.vendorId);
  assert.equal(echo.to.value, '1282977519462163');
});

test('a reaction is accepted though Instagram gives it no id', async () => {
  const { deps, settings, receipts } = await given();
  const outcome = await send(deps, settings, outgoing({ type: 'reaction', toVendorId: 'm1', emoji: '👍' }));
  assert.ok(outcome.kind === 'accepted' && outcome.vendorId.length > 0);
  assert.partialDeepStrictEqual((await receipts()).receipts, [{ vendorId: 'm1', action: 'react' }]);
});

test('refusals: by their code; no answer is unknown', async () => {
  const { deps, settings, knobs } = await given();
  const refused = async () => {
    const outcome = await send(deps, settings, outgoing(text('Hello')));
    return outcome.kind === 'refused' ? `${outcome.next} ${outcome.error.key}` : outcome.kind;
  };
  assert.equal(await refused(), 'fail outside_messaging_window');
  for (const [code, expected] of [
    [551, 'fail undeliverable'],
    [613, 'slow_down rate_limited'],
    [2, 'retry provider_error'],
  ]) {
    await knobs({ errorFor: { '1282977519462163': code }, enforceWindow: false });
    assert.equal(await refused(), expected);
  }
  await knobs({ errorFor: {}, dropConnectionAfterAccept: { next: 1 } });
  assert.equal(await refused(), 'unknown');
  await knobs({ tokenExpired: true });
  assert.equal(await refused(), 'stop_channel channel_needs_attention');
});

test('media: the bytes while the link works, and a final answer when it does not', async () => {
  const { deps, settings, phone, flush, said } = await given();
  const bytes = Buffer.from('a picture of a pug');
  await phone({ from: '1282977519462163', media: { bytesBase64: bytes.toString('base64'), mimeType: 'image/jpeg' } });
  await flush();
  const [message] = said();
  assert.ok(message?.kind === 'message');
  const source = message.content.media[0]?.source;
  assert.ok(source && 'ref' in source);
  const fetched = await fetchMedia(deps, settings, source.ref);
  assert.ok(fetched.kind === 'bytes');
  assert.equal(fetched.mimeType, 'image/jpeg');
  assert.deepEqual(await buffer(fetched.stream), bytes);
  const expired = await fetchMedia(deps, settings, { url: `${source.ref.url?.split('?')[0]}?ext=0&hash=x` });
  assert.equal(expired.kind === 'refused' && `${expired.next} ${expired.error.key}`, 'fail media_problem');
  const away = await fetchMedia(deps, settings, { url: 'http://127.0.0.1:1/x' });
  assert.equal(away.kind === 'refused' && away.next, 'retry');
  const none = await fetchMedia(deps, settings, { url: 'not a link' });
  assert.equal(none.kind === 'refused' && none.next, 'fail');
});

test('media: a link may lead on, a few times, and the token goes nowhere', async () => {
  const { deps, settings } = await given();
  const asked: (string | undefined)[] = [];
  const url = await givenServer((request, response) => {
    asked.push(request.headers.authorization);
    if (request.url === '/3') response.writeHead(200, { 'content-type': 'video/mp4' }).end('film');
    else response.writeHead(302, { location: request.url === '/loop' ? '/loop' : `/${Number(request.url?.slice(1)) + 1}` }).end();
  });
  const fetched = await fetchMedia(deps, settings, { url: `${url}/1` });
  assert.ok(fetched.kind === 'bytes');
  assert.equal((await buffer(fetched.stream)).toString(), 'film');
  const loop = await fetchMedia(deps, settings, { url: `${url}/loop` });
  assert.equal(loop.kind === 'refused' && loop.next, 'fail');
  assert.ok(asked.every((authorization) => authorization === undefined));
});
