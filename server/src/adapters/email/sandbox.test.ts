import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '../../../../sandbox/src/index.ts';
import type { Inbound, Outgoing } from '../../domain/messages/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { createProviderHttp } from '../../platform/provider-http.ts';
import type { InboundRequest } from '../adapter.ts';
import { givenServer } from '../meta.test-kit.ts';
import { parse } from './parse.ts';
import { closePools } from './pool.ts';
import { send } from './send.ts';
import { emailSettings } from './settings.ts';
import { verify } from './verify.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
const ADA = 'ada@example.com';
const message = (text = 'Hello', more: Partial<Outgoing> = {}): Outgoing => ({
  messageId: ID,
  attemptId: 'attempt-1',
  replyTo: null,
  isAutomatic: false,
  to: { type: 'email', value: ADA },
  content: { type: 'text', text, subject: null, html: null, attachments: [] },
  ...more,
});

/** A simulated mail provider with one mailbox, and its callbacks: verified as the server does, then parsed. */
async function given() {
  const sandbox = await startSandbox();
  const callbacks: InboundRequest[] = [];
  const callbackUrl = await givenServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      callbacks.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks), receivedAt: new Date() });
      response.end();
    });
  });
  const http = createProviderHttp({ allowPrivate: true });
  after(async () => {
    closePools();
    await http.close();
    await sandbox.stop();
  });
  const control = async (method: string, path: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, { method, headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, await answer.clone().text());
    return answer.json();
  };
  const login = { callbackUsername: 'hook', callbackPassword: 'hook password' };
  const settings = emailSettings.parse({
    address: 'help@shop.example',
    smtpHost: '127.0.0.1',
    smtpPort: sandbox.smtpPort,
    smtpUsername: 'help@shop.example',
    smtpPassword: 'secret',
    ...login,
  });
  const { address, smtpUsername: username, smtpPassword: password } = settings;
  await control('PUT', 'accounts/a', { kind: 'email', address, username, password, callbackUrl, ...login });
  const read = async (request: InboundRequest): Promise<Inbound | undefined> => {
    assert.equal(verify(settings, request), true);
    return (await parse(settings, request))[0];
  };
  return {
    send: (outgoing: Outgoing, changes = {}) =>
      send({ http, clock: systemClock, mode: 'live', callbackUrl }, { ...settings, ...changes }, outgoing),
    knobs: (knobs: object) => control('PUT', 'accounts/a/knobs', knobs),
    phone: (mail: object) => control('POST', 'accounts/a/phone', mail),
    calledBack: async () => {
      await control('POST', 'accounts/a/flush');
      return Promise.all(callbacks.splice(0).map(read));
    },
  };
}

test('sandbox: a mail is accepted, delivered and opened, and all of it names our id', async () => {
  const { send, knobs, calledBack } = await given();
  await knobs({ statuses: ['delivered', 'read'] });
  assert.deepEqual(await send(message()), { kind: 'accepted', vendorId: `<${ID}@shop.example>` });
  assert.deepEqual(
    (await calledBack()).map((one) => one?.kind === 'status' && [one.status, one.messageId, one.vendorId]),
    ['delivered', 'read'].map((status) => [status, ID, `<${ID}@shop.example>`]),
  );
});

test('sandbox: bounces: at once, for now, later by webhook and later as a report', async () => {
  const { send, knobs, calledBack } = await given();
  const bounced = async (how: string, bounceAs = 'webhook') => {
    await knobs({ bounces: { [ADA]: how }, bounceAs });
    const outcome = await send(message());
    return outcome.kind === 'refused' ? `${outcome.next} ${outcome.error.key}` : outcome.kind;
  };
  assert.equal(await bounced('hard'), 'fail undeliverable');
  assert.equal(await bounced('soft'), 'retry provider_error');
  for (const bounceAs of ['webhook', 'dsn']) {
    assert.equal(await bounced('later', bounceAs), 'accepted');
    const [bounce] = await calledBack();
    assert.ok(bounce?.kind === 'status' && bounce.status === 'failed', bounceAs);
    assert.deepEqual([bounce.messageId, bounce.error?.key, bounce.error?.code], [ID, 'undeliverable', '5.1.1'], bounceAs);
  }
});

test('sandbox: a wrong password stops the channel; a cut after the mail is unknown', async () => {
  const { send, knobs } = await given();
  const refused = await send(message(), { smtpPassword: 'wrong' });
  assert.equal(refused.kind === 'refused' && refused.next, 'stop_channel');
  await knobs({ dropConnectionAfterAccept: { next: 1 } });
  assert.equal((await send(message('Cut'))).kind, 'unknown');
  assert.equal((await send(message('Again'))).kind, 'accepted');
});

test('sandbox: a person replies', async () => {
  const { send, phone, calledBack } = await given();
  const outcome = await send(message());
  assert.ok(outcome.kind === 'accepted');
  await calledBack();
  const text = 'Thank you!\n\nOn Sun, 15 Nov 2026 at 10:00, Shop <help@shop.example> wrote:\n> Hello';
  await phone({ from: ADA, name: 'Ada', subject: 'Re: Hello', text, headers: { 'In-Reply-To': outcome.vendorId } });
  const [inbound] = await calledBack();
  assert.ok(inbound?.kind === 'message');
  assert.deepEqual([inbound.content.text, inbound.content.replyTo, inbound.name], ['Thank you!', outcome.vendorId, 'Ada']);
});
