import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { certificate, privateKey } from '../../../../tests/ssrf/certificate.ts';
import type { Outgoing, OutgoingMedia } from '../../domain/messages/index.ts';
import type { GuardOptions } from '../../platform/guarded-agent.ts';
import { createProviderHttp } from '../../platform/provider-http.ts';
import type { SendOutcome } from '../adapter.ts';
import { needsTls } from './dial.ts';
import { parse } from './parse.ts';
import { closePools, poolOf } from './pool.ts';
import { send } from './send.ts';
import { emailSettings } from './settings.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
const clock = { now: () => new Date('2026-11-15T12:00:00Z') };
const file = (bytes: () => Readable): OutgoingMedia => ({
  url: 'https://files.example/1',
  mimeType: 'application/pdf',
  fileName: 'Rechnung №1.pdf',
  open: async () => bytes(),
});
const message = (text = 'Grüße\r\n.\r\nEnd', attachments: OutgoingMedia[] = [], to = 'ada@example.com'): Outgoing => ({
  messageId: ID,
  attemptId: 'attempt-1',
  to: { type: 'email', value: to },
  content: { type: 'text', text, subject: 'Ihre Bestellung № 1', html: '<p>Grüße</p>', attachments },
  replyTo: null,
  isAutomatic: false,
});
const resultOf = (outcome: SendOutcome) => (outcome.kind === 'refused' ? `${outcome.next} ${outcome.error.key}` : outcome.kind);

test('a mail arrives whole: text with a lone dot, HTML, a streamed attachment, our id', async (t) => {
  const server = await mailServer(t);
  const bytes = Buffer.alloc(300_000, 7);
  const outcome = await server.send(
    message('Grüße\r\n.\r\nEnd', [file(() => Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]))]),
  );
  assert.deepEqual(outcome, { kind: 'accepted', vendorId: `<${ID}@shop.example>` });
  const [raw] = server.mails;
  assert.ok(raw);
  const receivedAt = clock.now();
  const [inbound] = await parse(emailSettings.parse({ address: 'ada@example.com', smtpHost: 'x' }), {
    url: '',
    headers: { 'content-type': 'message/rfc822' },
    body: raw,
    receivedAt,
  });
  assert.ok(inbound?.kind === 'message');
  assert.equal(inbound.vendorId, `<${ID}@shop.example>`);
  assert.equal(inbound.content.text, 'Grüße\n.\nEnd');
  assert.equal(inbound.content.details?.subject, 'Ihre Bestellung № 1');
  const [attached] = inbound.content.media;
  assert.equal(attached?.fileName, 'Rechnung №1.pdf');
  assert.ok(attached && 'bytes' in attached.source && attached.source.bytes.equals(bytes));
});

test('connections are kept between mails, and closed when let go of', async (t) => {
  const server = await mailServer(t);
  for (let i = 0; i < 3; i++) assert.equal((await server.send(message())).kind, 'accepted');
  assert.deepEqual([server.mails.length, server.connections.length], [3, 1]);
  closePools();
  const [socket] = server.connections;
  if (socket && !socket.destroyed) await once(socket, 'close');
  assert.equal((await server.send(message())).kind, 'accepted', 'and opened again when needed');
});

test('a kept connection that the server closed meanwhile costs nothing', async (t) => {
  const server = await mailServer(t);
  await server.send(message());
  for (const socket of server.connections) socket.destroy();
  assert.equal((await server.send(message())).kind, 'accepted');
  assert.deepEqual([server.mails.length, server.connections.length], [2, 2]);
});

test('errors of the server are classified: recipient, content, login, temporary', async (t) => {
  const say = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
  const server = await mailServer(t, {
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody')) return done(say(550, '5.1.1 User unknown'));
      return address.startsWith('later') ? done(say(451, '4.3.0 Try again')) : done();
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done(say(554, '5.7.1 Spam')));
    },
  });
  assert.equal(resultOf(await server.send(message('x', [], 'nobody@example.com'))), 'fail undeliverable');
  assert.equal(resultOf(await server.send(message('x', [], 'later@example.com'))), 'retry provider_error');
  assert.equal(resultOf(await server.send(message())), 'fail content_refused');
});

test('a wrong password stops the channel; a right one is accepted', async (t) => {
  const server = await mailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right'
        ? done(null, { user: username })
        : done(Object.assign(new Error('Bad credentials'), { responseCode: 535 })),
  });
  const login = (smtpPassword: string) => server.send(message(), { smtpUsername: 'help', smtpPassword });
  assert.equal(resultOf(await login('wrong')), 'stop_channel channel_needs_attention');
  assert.equal(resultOf(await login('right')), 'accepted');
});

test('a server that dies after the whole mail leaves us not knowing', async (t) => {
  const server = await mailServer(t, {
    onData(stream) {
      stream.resume().on('end', () => server.connections.forEach((socket) => void socket.destroy()));
    },
  });
  const outcome = await server.send(message('x', [file(() => Readable.from([Buffer.alloc(100_000)]))]));
  assert.equal(outcome.kind, 'unknown');
});

test('a server that dies in the middle of a large mail has not got it', async (t) => {
  const server = await mailServer(t, {
    onData(stream) {
      stream.once('data', () => server.connections.forEach((socket) => void socket.destroy()));
    },
  });
  const endless = () => Readable.from(Array.from({ length: 500 }, () => Buffer.alloc(65_536)));
  assert.equal(resultOf(await server.send(message('x', [file(endless)]))), 'retry provider_error');
});

test('a server that never answers is given up: unknown after the whole mail, and again before it', async (t) => {
  const silent = async (step: string) => {
    const port = await dyingServer(t, step, () => undefined);
    const outcome = sender(t, port)(message('A short mail'), {}, { allowPrivate: true });
    await setTimeout(300);
    const http = createProviderHttp({ allowPrivate: true });
    const settings = emailSettings.parse({ address: 'help@shop.example', smtpHost: '127.0.0.1', smtpPort: port });
    poolOf(http, 'live', settings, null).abort();
    await http.close();
    return resultOf(await outcome);
  };
  assert.equal(await silent('.'), 'unknown');
  assert.equal(await silent('RCPT'), 'retry provider_error');
});

/** Steps of a session, after which the server hangs up without a word. */
const steps = { greeting: 'retry', EHLO: 'retry', MAIL: 'retry', RCPT: 'retry', DATA: 'retry', '.': 'unknown' };
for (const [step, expected] of Object.entries(steps)) {
  test(`a connection that breaks at ${step === '.' ? 'the final dot' : step}: ${expected}`, async (t) => {
    const port = await dyingServer(t, step);
    const outcome = await sender(t, port)(message('A short mail'));
    assert.equal(resultOf(outcome).split(' ')[0], expected);
  });
}

test('an attachment that cannot be read is not sent as half a file', async (t) => {
  const server = await mailServer(t);
  const broken = file(() =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        throw new Error('the store is gone');
      })(),
    ),
  );
  assert.equal(resultOf(await server.send(message('x', [broken]))), 'retry provider_error');
  const missing = { ...broken, open: () => Promise.reject(new Error('no such file')) };
  assert.equal(resultOf(await server.send(message('x', [missing]))), 'retry provider_error');
  assert.equal(server.mails.length, 0);
});

test('TLS: the certificate is checked against the name, from the first byte and after STARTTLS', async (t) => {
  setDefaultCACertificates([certificate]);
  const tls = { key: privateKey, cert: certificate, hideSTARTTLS: false, disabledCommands: ['AUTH'] };
  const guard = { allowPrivate: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] };
  for (const secure of [true, false]) {
    const server = await mailServer(t, { ...tls, secure });
    const to = (smtpHost: string) => server.send(message(), { smtpHost, smtpSecure: secure }, guard);
    assert.equal(resultOf(await to('hook.example')), 'accepted', `secure: ${secure}`);
    assert.equal(resultOf(await to('other.example')), 'retry provider_error', `another name, secure: ${secure}`);
    assert.deepEqual([server.mails.length, server.sessions.every((isSecure) => isSecure)], [1, true]);
  }
});

test('a host that leads inside is never dialled', async (t) => {
  const server = await mailServer(t);
  const guard = { allowPrivate: false, resolve: async () => [{ address: '127.0.0.1', family: 4 }] };
  assert.equal(
    resultOf(await server.send(message(), { smtpHost: 'mail.example' }, guard)),
    'stop_channel channel_needs_attention',
  );
  assert.equal(resultOf(await server.send(message(), { smtpHost: '127.0.0.1' }, guard)), 'stop_channel channel_needs_attention');
  assert.equal(server.connections.length, 0);
});

test('a password goes over the internet only with TLS', () => {
  const at = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));
  assert.deepEqual([needsTls(at('8.8.8.8')), needsTls(at('10.0.0.5', '8.8.8.8')), needsTls(at('10.0.0.5'))], [true, true, false]);
});

/** The name is resolved once per connection, and what was vetted is what is dialled. */
test('a name that changes its answer is dialled where it was vetted', async (t) => {
  const server = await mailServer(t);
  let calls = 0;
  const resolve = async () => [{ address: ++calls === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
  const guard = { allowPrivate: false, resolve, permits: (address: string) => address === '127.0.0.1' };
  assert.equal(resultOf(await server.send(message(), { smtpHost: 'rebind.example' }, guard)), 'accepted');
  assert.equal(calls, 1);
});

function sender(t: TestContext, port: number) {
  t.after(closePools);
  return (outgoing: Outgoing, changes: object = {}, guard: GuardOptions = { allowPrivate: true }) => {
    const http = createProviderHttp(guard);
    t.after(() => http.close());
    const settings = emailSettings.parse({ address: 'help@shop.example', smtpHost: '127.0.0.1', smtpPort: port, ...changes });
    return send({ http, clock, mode: 'live', callbackUrl: 'https://example.com/in' }, settings, outgoing);
  };
}

async function mailServer(t: TestContext, options: SMTPServerOptions = {}) {
  const mails: Buffer[] = [];
  const sessions: boolean[] = [];
  const connections: Socket[] = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onData: (stream, session, done) => {
      sessions.push(session.secure);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => done(null, `${mails.push(Buffer.concat(chunks))} taken`));
    },
    ...options,
  });
  server.on('error', () => undefined); // clients that refuse its certificate
  server.server.on('connection', (socket) => connections.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  return { mails, sessions, connections, send: sender(t, (server.server.address() as AddressInfo).port) };
}

/** Just enough of a mail server to hang up at any step. */
async function dyingServer(t: TestContext, step: string, die = (socket: Socket) => void socket.destroy()): Promise<number> {
  const replies: Record<string, string> = {
    EHLO: '250 hello',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
    '.': '250 taken',
  };
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    if (step === 'greeting') return die(socket);
    socket.on('error', () => undefined).write('220 hello\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        const word = line === '.' ? '.' : line.slice(0, 4);
        if (word === step) return die(socket);
        if (replies[word]) socket.write(`${replies[word]}\r\n`);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
