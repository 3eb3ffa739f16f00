import assert from 'node:assert/strict';
import { test } from 'node:test';
import nodemailer from 'nodemailer';
import PostalMime from 'postal-mime';
import { given } from '../test-kit/given.ts';
import { withoutQuotes } from './postmark.ts';

const basic = `Basic ${Buffer.from('hook:pass').toString('base64')}`;
const partsIn = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body));

const mailer = (port: number, pass = 'secret') =>
  nodemailer.createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true, auth: { user: 'shop', pass } });
const hello = {
  from: 'help@shop.example',
  to: 'ann@home.example',
  subject: 'Hello',
  text: 'Hi Ann',
  messageId: '<m-1@shop.example>',
};

test('SMTP 250: a mail is accepted, stored in parts, and its delivery reported with our metadata', async () => {
  const { email, sandbox, flush, receiver, control } = await given();
  await email();
  const attachments = [{ filename: 'a.txt', content: 'file' }];
  const sent = await mailer(sandbox.smtpPort).sendMail({ ...hello, attachments, headers: { 'X-PM-Metadata-chat': '7' } });
  assert.match(sent.response, /^250 2\.0\.0 Ok: queued as/);
  await flush('mail');
  const [delivery] = partsIn(receiver.received);
  assert.deepEqual([delivery.RecordType, delivery.Recipient, delivery.MessageID], ['Delivery', hello.to, 'm-1@shop.example']);
  assert.deepEqual(delivery.Metadata, { chat: '7' });
  assert.equal(receiver.received[0]?.headers.authorization, basic);
  const [send] = (await control('GET', '/accounts/mail/sent?to=ANN@home.example')).body.sends;
  assert.deepEqual([send.ownId, send.vendorId, send.body.subject], ['<m-1@shop.example>', '<m-1@shop.example>', 'Hello']);
  assert.match(send.body.text, /Hi Ann/);
  assert.deepEqual(send.body.attachments, [{ fileName: 'a.txt', mimeType: 'text/plain', sizeBytes: 4 }]);
});

test('SMTP 535: a wrong password and an unknown user are refused', async () => {
  const { email, sandbox } = await given();
  await email();
  await assert.rejects(mailer(sandbox.smtpPort, 'wrong').sendMail(hello), { responseCode: 535 });
});

test('people write mails, with what they answer, their attachment and headers of their own', async () => {
  const { email, phone, flush, receiver } = await given();
  await email();
  const vendorId = await phone('mail', {
    from: 'ann@home.example',
    name: 'Ann',
    subject: 'Re: Hello',
    text: 'Yes\n\nOn Monday you wrote:\n> Hi Ann',
    html: '<p>Yes</p>',
    replyTo: 'm-1@shop.example',
    headers: { 'Auto-Submitted': 'no' },
    to: 'reply+chat7@in.shop.example',
    media: { bytesBase64: Buffer.from('pic').toString('base64'), mimeType: 'image/png', fileName: 'a.png' },
  });
  await flush('mail');
  const [mail] = partsIn(receiver.received);
  assert.equal(receiver.received[0]?.headers.authorization, basic);
  assert.deepEqual([mail.FromFull.Email, mail.FromFull.Name, mail.Subject], ['ann@home.example', 'Ann', 'Re: Hello']);
  assert.deepEqual([mail.ToFull[0].MailboxHash, mail.StrippedTextReply, mail.HtmlBody], ['chat7', 'Yes', '<p>Yes</p>']);
  const headers = Object.fromEntries(mail.Headers.map(({ Name, Value }: { Name: string; Value: string }) => [Name, Value]));
  assert.deepEqual(
    [headers['Message-ID'], headers['In-Reply-To'], headers['Auto-Submitted']],
    [vendorId, '<m-1@shop.example>', 'no'],
  );
  assert.deepEqual([mail.Attachments[0].Name, mail.Attachments[0].ContentLength], ['a.png', 3]);
});

test('POST emit reports bounces, complaints and opens', async () => {
  const { email, sandbox, knobs, control, flush, receiver } = await given();
  await email();
  await knobs('mail', { statuses: [] });
  await mailer(sandbox.smtpPort).sendMail(hello);
  const vendorId = hello.messageId;
  const updates = [
    { status: { vendorId, status: 'failed', errorCode: 550 } },
    { status: { vendorId, status: 'failed', errorCode: 452 } },
    { status: { vendorId, status: 'complained' } },
    { status: { vendorId, status: 'read' } },
  ];
  await control('POST', '/accounts/mail/emit', { updates });
  await flush('mail');
  const reported = partsIn(receiver.received).map(({ RecordType, Type }) => [RecordType, Type]);
  assert.deepEqual(reported.sort(), [
    ['Bounce', 'HardBounce'],
    ['Bounce', 'SoftBounce'],
    ['Open', undefined],
    ['SpamComplaint', 'SpamComplaint'],
  ]);
});

test('knob bounces: hard and soft are refused at once, later is accepted and then bounces', async () => {
  const { email, sandbox, knobs, flush, receiver, summary } = await given();
  await email();
  await knobs('mail', { bounces: { 'hard@x.example': 'hard', 'soft@x.example': 'soft', 'later@x.example': 'later' } });
  const send = (to: string) => mailer(sandbox.smtpPort).sendMail({ ...hello, to });
  await assert.rejects(send('Hard@x.example'), { responseCode: 550 });
  await assert.rejects(send('soft@x.example'), { responseCode: 451 });
  await send('later@x.example');
  await flush('mail');
  assert.deepEqual(
    partsIn(receiver.received).map(({ RecordType, Type, Email }) => [RecordType, Type, Email]),
    [['Bounce', 'HardBounce', 'later@x.example']],
  );
  const { accepted, refused } = await summary('mail');
  assert.deepEqual([accepted, refused], [1, 2]);
});

test('knob bounceAs dsn: a later bounce is a delivery report that names the mail it is about', async () => {
  const { email, sandbox, knobs, flush, receiver } = await given();
  await email();
  await knobs('mail', { bounces: { 'later@x.example': 'later' }, bounceAs: 'dsn' });
  await mailer(sandbox.smtpPort).sendMail({ ...hello, to: 'later@x.example' });
  await flush('mail');
  const [report] = partsIn(receiver.received);
  assert.match(
    report.Headers.find(({ Name }: { Name: string }) => Name === 'Content-Type').Value,
    /multipart\/report; report-type=delivery-status/,
  );
  const status = Buffer.from(report.Attachments[0].Content, 'base64').toString();
  assert.match(status, /Action: failed/);
  assert.match(status, /Original-Recipient: rfc822;later@x\.example/);
  assert.match(Buffer.from(report.Attachments[1].Content, 'base64').toString(), /Message-ID: <m-1@shop\.example>/);
  const raw = await PostalMime.parse(report.RawEmail);
  assert.deepEqual([raw.subject, raw.from?.address], ['Undelivered Mail Returned to Sender', 'mailer-daemon@mail.sandbox.test']);
});

test('mail knobs: login, lock, speed, errors, repeats and cut connections speak SMTP', async () => {
  const { email, sandbox, knobs, summary } = await given();
  await email();
  const send = (id: string, to = hello.to) =>
    mailer(sandbox.smtpPort).sendMail({ ...hello, to, messageId: `<${id}@shop.example>` });
  await knobs('mail', { tokenExpired: true });
  await assert.rejects(send('a'), { responseCode: 535 });
  await knobs('mail', { tokenExpired: false, accountLocked: true });
  await assert.rejects(send('a'), { responseCode: 550 });
  await knobs('mail', { accountLocked: false, errorFor: { 'Full@x.example': 452 } });
  await assert.rejects(send('a', 'full@x.example'), { responseCode: 452 });
  await knobs('mail', { errorFor: {}, ratePerSecond: 0.1 });
  await send('b');
  await assert.rejects(send('c'), { responseCode: 451 });
  await knobs('mail', { ratePerSecond: null, honourIdempotencyKey: true, dropConnectionAfterAccept: { next: 1 } });
  await assert.rejects(send('d'), /ECONNRESET|closed|Connection/i);
  await send('d');
  const { accepted, duplicateOwnIds, replayed } = await summary('mail');
  assert.deepEqual([accepted, duplicateOwnIds, replayed], [2, 0, 1]);
});

test('the reply is the text above the quote', () => {
  assert.equal(withoutQuotes('Yes\n> no'), 'Yes');
  assert.equal(withoutQuotes('Nothing quoted'), '');
});
