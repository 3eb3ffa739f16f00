import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { certificate } from '../../../../tests/ssrf/certificate.ts';
import { createProviderHttp } from '../../platform/provider-http.ts';
import { DOVECOT, startDovecot } from './dovecot.test-kit.ts';
import { poll, readCursor } from './poll.ts';
import { emailSettings } from './settings.ts';

const skip = DOVECOT ? false : 'dovecot is not installed: bash scripts/need.sh dovecot-core dovecot-imapd';
let dovecot: Awaited<ReturnType<typeof startDovecot>>;
before(async () => {
  setDefaultCACertificates([certificate]);
  if (DOVECOT) dovecot = await startDovecot(DOVECOT);
});
after(async () => {
  await dovecot?.stop();
});

const now = new Date();
const clock = { now: () => now };
const mail = (id: string | null, text = 'Hello') =>
  ['From: Ada <ada@example.com>', ...(id ? [`Message-ID: <${id}@example.com>`] : []), 'Subject: x', '', text].join('\r\n');

test('the first look takes what is unread and new; later ones everything that came since, once and in order', {
  skip,
}, async () => {
  const { add, look } = await mailbox('First');
  await add(mail('old'), { daysAgo: 9 });
  await add(mail('read'), { isSeen: true });
  await add(mail('unread'));
  assert.deepEqual(await look(), ['<unread@example.com>']);
  assert.deepEqual(await look(), []);
  await add(mail('second'), { isSeen: true });
  await add(mail('third'));
  assert.deepEqual(await look(), ['<second@example.com>', '<third@example.com>'], 'read elsewhere or not, it is new to us');
  assert.deepEqual(await look(), []);
});

test('a mail comes whole, is not marked as read, and gets a key of its own when it has no id', { skip }, async () => {
  const { add, poll: found, unseen } = await mailbox('Whole');
  const large = mail(null, 'x'.repeat(70).concat('\r\n').repeat(20_000));
  await add(large);
  const [first] = await found();
  assert.equal(first?.body.toString(), large);
  assert.match(first?.key ?? '', /^<[0-9a-f]{40}@no-message-id\.invalid>$/);
  assert.equal(await unseen(), 1);
});

test('at most 200 at once, and the rest the next time', { skip }, async () => {
  const { add, look } = await mailbox('Many');
  for (let i = 0; i < 205; i++) await add(mail(`m${i}`));
  const [first, second, third] = [await look(), await look(), await look()];
  assert.deepEqual([first.length, second.length, third.length], [200, 5, 0]);
  assert.equal(new Set([...first, ...second]).size, 205);
});

test('a mailbox that was created again is read from the start: its old numbers are invalid', { skip }, async () => {
  const { add, look, recreate } = await mailbox('Recreated');
  await add(mail('a'));
  assert.deepEqual(await look(), ['<a@example.com>']);
  await recreate();
  await add(mail('b'), { isSeen: true });
  assert.deepEqual(await look(), ['<b@example.com>']);
  assert.deepEqual(await look(), []);
});

test('an empty mailbox has a cursor, and mail that was deleted meanwhile is no trouble', { skip }, async () => {
  const { add, look, empty } = await mailbox('Empty');
  assert.deepEqual(await look(), []);
  await add(mail('gone'));
  await empty();
  assert.deepEqual(await look(), []);
  await add(mail('here'));
  assert.deepEqual(await look(), ['<here@example.com>']);
});

test('the certificate is checked against the name, from the first byte and after STARTTLS', { skip }, async () => {
  const over = (imapHost: string) => pollWith({ imapHost, imapPort: dovecot.tlsPort, imapSecure: true }, null);
  assert.match((await over('hook.example')).cursor, /^\d+:\d+$/);
  await assert.rejects(over('other.example'), /altnames/);
  await assert.rejects(pollWith({ imapHost: 'other.example' }, null), /altnames/);
});

test('a wrong password, a missing mailbox and a host inside are errors that say so', { skip }, async () => {
  await assert.rejects(pollWith({ imapPassword: 'wrong' }, null), { authenticationFailed: true });
  await assert.rejects(pollWith({ imapMailbox: 'Nowhere' }, null));
  await assert.rejects(pollWith({ imapHost: 'inside.example' }, null, { allowPrivate: false }), /not public/);
});

test('without an IMAP host there is nothing to look into', async () => {
  const http = createProviderHttp({ allowPrivate: true });
  const settings = emailSettings.parse({ address: 'help@shop.example', smtpHost: 'x' });
  assert.deepEqual(await poll({ http, clock }, settings, '1:2'), { found: [], cursor: '1:2' });
  await http.close();
});

test('a cursor: where we were, nowhere yet, or somewhere that no longer exists', () => {
  assert.deepEqual(readCursor('7:42', 7n), { uid: 42 });
  assert.deepEqual(readCursor('6:42', 7n), { uid: null });
  for (const none of [null, '', 'nonsense', '7:', '7:x']) assert.equal(readCursor(none, 7n), null);
});

/** A mailbox of its own for a test, and a cursor that moves on by itself. */
async function mailbox(name: string) {
  let cursor: string | null = null;
  const found = async () => {
    const answer = await pollWith({ imapMailbox: name }, cursor);
    cursor = answer.cursor;
    return answer.found;
  };
  const imap = dovecot.client;
  await imap.mailboxCreate(name);
  return {
    poll: found,
    look: async () => (await found()).map(({ key }) => key),
    add: (text: string, { isSeen = false, daysAgo = 0 } = {}) =>
      imap.append(name, text, isSeen ? ['\\Seen'] : [], new Date(now.getTime() - daysAgo * 86_400_000)),
    recreate: async () => {
      await imap.mailboxDelete(name);
      await setTimeout(1_100); // the numbers of a new mailbox begin with the second it was made in
      await imap.mailboxCreate(name);
    },
    empty: async () => {
      await imap.mailboxOpen(name);
      await imap.messageDelete('1:*');
      await imap.mailboxClose();
    },
    unseen: async () => {
      const status = await imap.status(name, { unseen: true });
      return status ? status.unseen : undefined;
    },
  };
}

async function pollWith(changes: object, cursor: string | null, guard = { allowPrivate: true }) {
  const http = createProviderHttp({ ...guard, resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
  const server = {
    imapHost: 'hook.example',
    imapPort: dovecot.port,
    imapSecure: false,
    imapUsername: 'help',
    imapPassword: 'secret',
  };
  const settings = emailSettings.parse({ address: 'help@shop.example', smtpHost: 'x', ...server, ...changes });
  try {
    return await poll({ http, clock }, settings, cursor);
  } finally {
    await http.close();
  }
}
