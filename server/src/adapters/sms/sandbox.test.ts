import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Inbound, Outgoing } from '../../domain/messages/index.ts';
import type { InboundRequest } from '../adapter.ts';
import { givenMeta } from '../meta.test-kit.ts';
import { fetchMedia } from './fetch-media.ts';
import { lookUp } from './look-up.ts';
import { parse } from './parse.ts';
import { send } from './send.ts';
import { smsSettings } from './settings.ts';
import { verify } from './verify.ts';

const account = { kind: 'sms', accountSid: 'AC00000000000000000000000000000001', authToken: 'secret', number: '+15557654321' };
const ADA = '+14155550123';
const message = (text: string, more: Partial<Outgoing> = {}): Outgoing => ({
  messageId: '0190a000-0000-7000-8000-000000000001',
  attemptId: `attempt ${text}`,
  replyTo: null,
  isAutomatic: false,
  to: { type: 'phone_number', value: ADA },
  content: { type: 'text', text, subject: null, html: null, attachments: [] },
  ...more,
});

/** A simulated Twilio with one number, and its callbacks: verified as the server does, then parsed. */
async function given() {
  const { baseUrl, deps, callbacks, ...sandbox } = await givenMeta(account);
  const settings = smsSettings.parse({
    baseUrl: baseUrl.replace('/graph', '/twilio'),
    from: account.number,
    accountSid: account.accountSid,
    authToken: account.authToken,
  });
  const callbackUrl = `${deps.callbackUrl}/in?messageId=ours`;
  const read = (request: InboundRequest): Inbound | undefined => {
    const whole = { ...request, url: deps.callbackUrl + request.url.replace(/^\/$/, '') }; // signed as it was given
    assert.equal(verify(settings, whole), true, whole.url);
    assert.equal(verify({ ...settings, authToken: 'another' }, whole), false);
    return parse(settings, whole)[0];
  };
  const calledBack = async () => {
    await sandbox.flush();
    return callbacks.splice(0).map(read);
  };
  return { ...sandbox, settings, deps: { ...deps, callbackUrl }, calledBack };
}

test('sandbox: a message is accepted, and its signed statuses name our id', async () => {
  const { settings, deps, calledBack, sent } = await given();
  const outcome = await send(deps, settings, message('Hello'));
  assert.ok(outcome.kind === 'accepted');
  const statuses = await calledBack();
  assert.deepEqual(
    statuses.map((one) => one?.kind === 'status' && [one.status, one.vendorId, one.messageId]),
    ['sent', 'delivered'].map((status) => [status, outcome.vendorId, 'ours']),
  );
  assert.equal((await sent()).sends[0]?.idempotencyKey, 'attempt Hello');
});

test('sandbox: STOP is a preference, and what follows is refused as opted out', async () => {
  const { settings, deps, phone, calledBack } = await given();
  await phone({ from: ADA, text: 'STOP' });
  const [stop] = await calledBack();
  assert.ok(stop?.kind === 'message' && stop.preference === 'stop');
  const refused = await send(deps, settings, message('Still there?'));
  assert.ok(refused.kind === 'refused' && refused.next === 'fail' && refused.implies === 'opted_out');
  await phone({ from: ADA, text: 'Start' });
  assert.equal((await send(deps, settings, message('Welcome back'))).kind, 'accepted');
});

test('sandbox: codes, at once and later', async () => {
  const { settings, deps, knobs, calledBack } = await given();
  const nextFor = async (code: unknown) => {
    await knobs({ errorFor: { [ADA]: code } });
    const outcome = await send(deps, settings, message(`code ${JSON.stringify(code)}`));
    return outcome.kind === 'refused' ? outcome.next : outcome.kind;
  };
  assert.equal(await nextFor(21211), 'fail');
  assert.equal(await nextFor(20429), 'slow_down');
  assert.equal(await nextFor(20500), 'unknown');
  assert.equal(await nextFor({ code: 30003, later: true }), 'accepted');
  const failed = (await calledBack()).find((one) => one?.kind === 'status' && one.status === 'failed');
  assert.ok(failed?.kind === 'status' && failed.error?.key === 'undeliverable' && failed.error.code === '30003');
  await knobs({ errorFor: {}, tokenExpired: true });
  const locked = await send(deps, settings, message('x'));
  assert.equal(locked.kind === 'refused' && locked.next, 'stop_channel');
});

test('sandbox: a send whose response was lost is found again; two sends of the same text are not distinguished', async () => {
  const { settings, deps, knobs } = await given();
  const since = deps.clock.now();
  await knobs({ dropConnectionAfterAccept: { next: 1 } });
  assert.equal((await send(deps, settings, message('Lost?'))).kind, 'unknown');
  const found = await lookUp(deps, settings, message('Lost?'), since);
  assert.ok(found?.kind === 'accepted');
  assert.equal(await lookUp(deps, settings, message('Never sent'), since), undefined);
  assert.equal((await send(deps, settings, message('Lost?'))).kind, 'accepted');
  assert.equal(await lookUp(deps, settings, message('Lost?'), since), undefined);
});

test('sandbox: no response: unknown, and not found', async () => {
  const { settings, deps, knobs } = await given();
  await knobs({ hangFor: ['*'] });
  const since = deps.clock.now();
  assert.equal((await send(deps, settings, message('Anyone?'))).kind, 'unknown');
  await setTimeout(10);
  assert.equal(await lookUp(deps, settings, message('Anyone?'), since), undefined);
});

test('sandbox: a picture comes with a message and is fetched with the password', async () => {
  const { settings, deps, phone, calledBack } = await given();
  const bytesBase64 = Buffer.from('a picture').toString('base64');
  await phone({ from: ADA, text: 'Look', media: { mimeType: 'image/jpeg', bytesBase64 } });
  const [inbound] = await calledBack();
  assert.ok(inbound?.kind === 'message' && inbound.content.type === 'image');
  const source = inbound.content.media[0]?.source;
  assert.ok(source && 'ref' in source);
  const fetched = await fetchMedia(deps, settings, source.ref);
  assert.ok(fetched.kind === 'bytes');
  assert.deepEqual([fetched.mimeType, String(await buffer(fetched.stream))], ['image/jpeg', 'a picture']);
});
