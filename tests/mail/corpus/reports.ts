import { type MailCase, mail, multipart, OWN, part, SENT_ID } from './mail-case.ts';

/** How a mail server tells that a mail was not delivered: its own words, the report, and the mail or its header. */
type Bounce = {
  mta: string;
  from: string;
  subject: string;
  words: string;
  fields: string[];
  original?: 'message/rfc822' | 'text/rfc822-headers';
  headers?: Record<string, string>;
};

const TO = 'nobody@example.com';
const original = ['From: Shop <help@shop.example>', `To: ${TO}`, 'Subject: Your order', `Message-ID: ${SENT_ID}`].join('\r\n');

function bounceOf({ mta, from, subject, words, fields, original: type = 'message/rfc822', headers }: Bounce): Buffer {
  const parts = [
    part({ 'Content-Type': 'text/plain; charset=us-ascii' }, words),
    part({ 'Content-Type': 'message/delivery-status' }, [`Reporting-MTA: dns; ${mta}`, '', ...fields, ''].join('\r\n')),
    part(
      { 'Content-Type': type },
      type === 'message/rfc822' ? `${original}\r\n\r\nYour order is on its way.` : `${original}\r\n`,
    ),
  ];
  return mail(
    {
      From: from,
      'Return-Path': '<>',
      Subject: subject,
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary="=_report"',
      ...headers,
    },
    multipart('=_report', parts),
  );
}

const failed = (status: string, diagnostic: string, to = TO): string[] => [
  `Final-Recipient: rfc822; ${to}`,
  'Action: failed',
  `Status: ${status}`,
  `Diagnostic-Code: smtp; ${diagnostic}`,
];

const bounce = (name: string, given: Bounce, key: string, code: string | null): MailCase => ({
  name: `bounce ${name}`,
  raw: bounceOf(given),
  expected: { kind: 'status', status: 'failed', vendorId: SENT_ID, key, code, recipients: [TO] },
});

const POSTFIX = {
  mta: 'mx.shop.example',
  from: 'MAILER-DAEMON@mx.shop.example (Mail Delivery System)',
  subject: 'Undelivered Mail Returned to Sender',
  words: 'This is the mail system at host mx.shop.example.\r\n\r\nI am sorry to have to inform you.',
};
const EXIM = {
  mta: 'exim.example.net',
  from: 'Mail Delivery System <Mailer-Daemon@exim.example.net>',
  subject: 'Mail delivery failed: returning message to sender',
  words: 'A message that you sent could not be delivered to one or more of its recipients.',
  headers: { 'X-Failed-Recipients': TO, 'Auto-Submitted': 'auto-replied' },
};
const SENDMAIL = {
  mta: 'sendmail.example.org',
  from: 'Mail Delivery Subsystem <MAILER-DAEMON@sendmail.example.org>',
  subject: 'Returned mail: see transcript for details',
  words: '   ----- The following addresses had permanent fatal errors -----\r\n<nobody@example.com>',
};
const EXCHANGE = {
  mta: 'EX01.corp.example',
  from: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@corp.example>',
  subject: 'Undeliverable: Your order',
  words: 'Delivery has failed to these recipients or groups:\r\n\r\nnobody@example.com',
};
const GMAIL = {
  mta: 'googlemail.com',
  from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
  subject: 'Delivery Status Notification (Failure)',
  words: '** Address not found **\r\n\r\nYour message wasn’t delivered to nobody@example.com.',
  headers: { 'X-Failed-Recipients': TO, 'In-Reply-To': SENT_ID, References: SENT_ID },
};
const SES = {
  mta: 'a8-29.smtp-out.amazonses.com',
  from: 'MAILER-DAEMON@amazonses.com',
  subject: 'Delivery Status Notification (Failure)',
  words: 'An error occurred while trying to deliver the mail to the following recipients:\r\nnobody@example.com',
};

const bounces: MailCase[] = [
  bounce(
    'Postfix, no such user',
    { ...POSTFIX, fields: failed('5.1.1', '550 5.1.1 <nobody@example.com>: User unknown') },
    'undeliverable',
    '5.1.1',
  ),
  bounce('Postfix, mailbox full', { ...POSTFIX, fields: failed('5.2.2', '552 5.2.2 Mailbox full') }, 'mailbox_full', '5.2.2'),
  bounce(
    'Postfix, no such domain',
    { ...POSTFIX, fields: failed('5.4.4', 'Host or domain name not found'), original: 'text/rfc822-headers' },
    'undeliverable',
    '5.4.4',
  ),
  bounce('Exim, no such user', { ...EXIM, fields: failed('5.0.0', '550 No Such User Here') }, 'undeliverable', '5.0.0'),
  bounce(
    'Exim, spam',
    { ...EXIM, fields: failed('5.7.1', '550 5.7.1 Message rejected as spam'), original: 'text/rfc822-headers' },
    'content_refused',
    '5.7.1',
  ),
  bounce(
    'Sendmail, disabled',
    { ...SENDMAIL, fields: failed('5.2.1', '550 5.2.1 The account is disabled') },
    'undeliverable',
    '5.2.1',
  ),
  bounce(
    'Sendmail, too large',
    { ...SENDMAIL, fields: failed('5.2.3', '552 5.2.3 Message exceeds maximum size') },
    'invalid_message',
    '5.2.3',
  ),
  bounce(
    'Exchange, no such user',
    { ...EXCHANGE, fields: failed('5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound') },
    'undeliverable',
    '5.1.10',
  ),
  bounce(
    'Exchange, policy',
    { ...EXCHANGE, fields: failed('5.7.133', '550 5.7.133 sender not authenticated for group') },
    'content_refused',
    '5.7.133',
  ),
  bounce(
    'Gmail, no such user',
    { ...GMAIL, fields: failed('5.1.1', '550-5.1.1 The email account does not exist') },
    'undeliverable',
    '5.1.1',
  ),
  bounce(
    'Gmail, over quota',
    { ...GMAIL, fields: failed('5.2.2', '552-5.2.2 The recipient’s inbox is out of storage space') },
    'mailbox_full',
    '5.2.2',
  ),
  bounce(
    'Amazon SES',
    { ...SES, fields: failed('5.1.1', '550 5.1.1 user unknown'), original: 'text/rfc822-headers' },
    'undeliverable',
    '5.1.1',
  ),
];

const others: MailCase[] = [
  {
    name: 'report of a delivery',
    raw: bounceOf({
      ...POSTFIX,
      subject: 'Successful Mail Delivery Report',
      fields: [`Final-Recipient: rfc822; ${TO}`, 'Action: delivered', 'Status: 2.0.0'],
    }),
    expected: { kind: 'status', status: 'delivered', vendorId: SENT_ID, recipients: [TO] },
  },
  {
    name: 'report of a delay',
    raw: bounceOf({
      ...POSTFIX,
      subject: 'Delayed Mail (still being retried)',
      fields: [`Final-Recipient: rfc822; ${TO}`, 'Action: delayed', 'Status: 4.4.1'],
    }),
    expected: { kind: 'ignored', what: /delayed/ },
  },
  {
    name: 'forged report',
    raw: bounceOf({
      ...POSTFIX,
      fields: failed('5.1.1', '550 User unknown'),
      headers: { 'Authentication-Results': 'mx.shop.example; dmarc=fail header.from=mx.shop.example; spf=fail' },
    }),
    expected: { kind: 'ignored', what: /failed authentication/ },
  },
  complaint('Yahoo', 'complaints@yahoo.example', [
    'Feedback-Type: abuse',
    'User-Agent: Yahoo!-Mail-Feedback/2.0',
    'Version: 1',
    `Original-Rcpt-To: ${TO}`,
  ]),
  complaint('Outlook', 'staff@hotmail.example', [
    'Feedback-Type: abuse',
    'User-Agent: Hotmail/1.0',
    'Version: 1',
    `Original-Rcpt-To: <${TO}>`,
  ]),
  {
    name: 'bounce qmail, which writes no report',
    raw: mail(
      { From: 'MAILER-DAEMON@qmail.example', 'Return-Path': '<>', Subject: 'failure notice' },
      'Hi. This is the qmail-send program at qmail.example.\n\n<nobody@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)',
    ),
    expected: {
      kind: 'message',
      text: 'Hi. This is the qmail-send program at qmail.example.\n\n<nobody@example.com>:\nSorry, no mailbox here by that name. (#5.1.1)',
      isAutomatic: true,
    },
  },
];

function complaint(name: string, from: string, fields: string[]): MailCase {
  const parts = [
    part({ 'Content-Type': 'text/plain' }, `This is an email abuse report for a message to ${OWN}.`),
    part({ 'Content-Type': 'message/feedback-report' }, `${fields.join('\r\n')}\r\n`),
    part({ 'Content-Type': 'message/rfc822' }, `${original}\r\n\r\nYour order is on its way.`),
  ];
  const type = 'multipart/report; report-type=feedback-report; boundary="=_arf"';
  return {
    name: `complaint ${name}`,
    raw: mail({ From: from, Subject: 'FW: Your order', 'Content-Type': type }, multipart('=_arf', parts)),
    expected: { kind: 'preference', of: TO },
  };
}

export const reports: MailCase[] = [...bounces, ...others];
