import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { errorOfStatus, outcomeOfFault, type SmtpFault } from './classify.ts';

const fault = (code: string, response?: string, command?: string): SmtpFault =>
  Object.assign(new Error(response ?? code), {
    code,
    command,
    ...(response && { response, responseCode: Number.parseInt(response, 10) }),
  });
const verdict = (given: SmtpFault, wasHandedOver = false) => {
  const outcome = outcomeOfFault(given, wasHandedOver);
  return outcome.kind === 'refused' ? `${outcome.next} ${outcome.error.key}` : outcome.kind;
};

test('the table: what a mail server says, and at which step', () => {
  const wanted: [string, string | undefined, string | undefined, string][] = [
    ['EENVELOPE', '550 5.1.1 <x@y>: User unknown', 'RCPT TO', 'fail undeliverable'],
    ['EENVELOPE', '550 No such user here', 'RCPT TO', 'fail undeliverable'],
    ['EENVELOPE', '551 user not local', 'RCPT TO', 'fail undeliverable'],
    ['EENVELOPE', '552 5.2.2 mailbox is full', 'RCPT TO', 'fail mailbox_full'],
    ['EMESSAGE', '552 5.3.4 message too big', 'DATA', 'fail invalid_message'],
    ['EMESSAGE', '554 5.7.1 looks like spam', 'DATA', 'fail content_refused'],
    ['EMESSAGE', '550 5.7.26 unauthenticated mail', 'DATA', 'fail content_refused'],
    ['EMESSAGE', '554 transaction failed', 'DATA', 'fail provider_error'],
    ['EENVELOPE', '553 sender is not yours', 'MAIL FROM', 'stop_channel channel_needs_attention'],
    ['EENVELOPE', '550 5.7.60 cannot send as this sender', 'MAIL FROM', 'stop_channel channel_needs_attention'],
    ['EENVELOPE', '530 5.7.0 authentication required', 'MAIL FROM', 'stop_channel channel_needs_attention'],
    ['EAUTH', '535 5.7.8 bad credentials', 'AUTH PLAIN', 'stop_channel channel_needs_attention'],
    ['EAUTH', '454 4.7.0 temporary authentication failure', 'AUTH PLAIN', 'retry provider_error'],
    ['EAUTH', undefined, 'API', 'stop_channel channel_needs_attention'],
    ['EENVELOPE', '450 4.2.0 greylisted, try later', 'RCPT TO', 'retry provider_error'],
    ['EENVELOPE', '451 4.3.0 try again', 'RCPT TO', 'retry provider_error'],
    ['EENVELOPE', '452 4.2.2 mailbox full', 'RCPT TO', 'retry mailbox_full'],
    ['EMESSAGE', '451 4.7.1 rate limit exceeded', 'DATA', 'slow_down rate_limited'],
    ['EENVELOPE', '421 4.7.0 too many messages, slow down', 'RCPT TO', 'slow_down rate_limited'],
    ['ECONNECTION', '421 shutting down', 'CONN', 'retry provider_error'],
    ['EENVELOPE', '503 bad sequence', 'MAIL FROM', 'retry provider_error'],
    ['EENVELOPE', undefined, 'API', 'fail undeliverable'],
    ['EMESSAGE', undefined, 'MAIL FROM', 'fail invalid_message'],
    ['ESOCKET', undefined, 'CONN', 'retry provider_error'],
    ['ETIMEDOUT', undefined, 'CONN', 'retry provider_error'],
    ['ETLS', undefined, 'CONN', 'retry provider_error'],
    ['ESTREAM', undefined, 'API', 'retry provider_error'],
  ];
  for (const [code, response, command, next] of wanted)
    assert.equal(verdict(fault(code, response, command)), next, response ?? code);
});

test('greylisting is asked again after five minutes', () => {
  const outcome = outcomeOfFault(fault('EENVELOPE', '450 4.2.0 Greylisted', 'RCPT TO'), false);
  assert.equal(outcome.kind === 'refused' && outcome.retryAfterSeconds, 300);
});

test('after the last byte only an answer to the mail counts; everything else is unknown', () => {
  assert.equal(verdict(fault('EMESSAGE', '554 5.7.1 spam', 'DATA'), true), 'fail content_refused');
  assert.equal(verdict(fault('EMESSAGE', '451 4.3.0 later', 'DATA'), true), 'retry provider_error');
  for (const code of ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EPROTOCOL', 'ESTREAM', 'EMESSAGE', 'ANYTHING']) {
    assert.equal(verdict(fault(code), true), 'unknown', code);
  }
  assert.equal(
    verdict(fault('ECONNECTION', '421 closing', 'CONN'), true),
    'unknown',
    'said as it hung up, perhaps of the session',
  );
});

test('a host inside our network stops the channel and does not say which address', () => {
  const blocked = Object.assign(new Error('x'), {
    failed: { error: 'blocked_address' as const, message: 'mail.example is not public' },
  });
  const outcome = outcomeOfFault(blocked, false);
  assert.deepEqual(outcome, {
    kind: 'refused',
    next: 'stop_channel',
    error: { key: 'channel_needs_attention', code: null, message: 'mail.example is not public' },
  });
});

test('a report is verified by its code, and is about a mailbox when it has none', () => {
  assert.equal(errorOfStatus('5.2.2', 'x').key, 'mailbox_full');
  assert.equal(errorOfStatus('4.4.7', 'x').key, 'undeliverable');
  assert.equal(errorOfStatus('5.7.509', 'x').key, 'content_refused');
  assert.equal(errorOfStatus(null, 'x').key, 'undeliverable');
});

test('property: no fault after the last byte is ever sent again without an answer to the mail', () => {
  const code = fc.constantFrom(
    'ECONNECTION',
    'ESOCKET',
    'ETIMEDOUT',
    'EPROTOCOL',
    'EENVELOPE',
    'EAUTH',
    'ETLS',
    'ESTREAM',
    undefined,
  );
  fc.assert(
    fc.property(code, fc.option(fc.integer({ min: 200, max: 599 })), fc.string(), (word, number, response) => {
      const given = Object.assign(new Error('x'), { code: word, response, responseCode: number ?? undefined }) as SmtpFault;
      assert.equal(outcomeOfFault(given, true).kind, 'unknown');
      assert.notEqual(outcomeOfFault(given, false).kind, 'unknown');
    }),
  );
});
