import assert from 'node:assert/strict';
import { setDefaultCACertificates } from 'node:tls';
import type { SendOutcome } from '../../../server/src/adapters/adapter.ts';
import { parse } from '../../../server/src/adapters/email/parse.ts';
import { poll } from '../../../server/src/adapters/email/poll.ts';
import { closePools } from '../../../server/src/adapters/email/pool.ts';
import { send } from '../../../server/src/adapters/email/send.ts';
import { type EmailSettings, emailSettings } from '../../../server/src/adapters/email/settings.ts';
import type { Inbound } from '../../../server/src/domain/messages/index.ts';
import { systemClock as clock } from '../../../server/src/platform/clock.ts';
import { createProviderHttp } from '../../../server/src/platform/provider-http.ts';
import { until } from '../../../server/src/test-kit/until.ts';
import { atEnd, scoped } from '../../chaos/endings.ts';
import { outgoing } from '../outgoing.ts';
import { played, type Scenario } from '../scenario.ts';
import { type MailServers, startMailServers } from '../servers.ts';

type Environment = Awaited<ReturnType<typeof open>>;

/** Sends through a real Postfix and reads what came of it from a real Dovecot. */
export const run = (): Promise<Record<string, number>> =>
  scoped(async () => {
    const environment = await open(await startMailServers());
    const { count, failed } = await played(scenarios, environment);
    return { postfixScenarios: count, failed };
  });

const scenarios: Scenario<Environment>[] = [
  {
    name: 'an untrusted certificate: the mail is not sent',
    async play({ sendTo }) {
      assert.equal(told(await sendTo('help@shop.example')), 'retry provider_error');
    },
  },
  {
    name: 'STARTTLS and a login: the mail arrives, and Postfix says that both were used',
    async play({ trust, sendTo, mailAbout }) {
      trust();
      const { messageId, outcome } = await sendTo('help@shop.example', 'Hello from Patchbay');
      assert.equal(told(outcome), 'accepted', JSON.stringify(outcome));
      const mail = await mailAbout(messageId);
      assert.match(mail, /with ESMTPSA/);
      assert.match(mail, /\(Authenticated sender: help@shop\.example\)/);
      assert.match(mail, /Hello from Patchbay/);
    },
  },
  {
    name: 'a wrong password stops the channel',
    async play({ sendTo }) {
      assert.equal(
        told(await sendTo('help@shop.example', 'x', { smtpPassword: 'wrong' })),
        'stop_channel channel_needs_attention',
      );
    },
  },
  {
    name: 'without a login Postfix relays nothing, and the message fails',
    async play({ sendTo }) {
      const none = { smtpUsername: undefined, smtpPassword: undefined };
      assert.match(told(await sendTo('help@shop.example', 'x', none)), /^fail /);
    },
  },
  {
    name: '4xx: again later, after five minutes when greylisted, slower when too many',
    async play({ sendTo }) {
      assert.equal(told(await sendTo('later@shop.example')), 'retry provider_error');
      assert.equal(told(await sendTo('greylisted@shop.example')), 'retry provider_error 300');
      assert.equal(told(await sendTo('crowded@shop.example')), 'slow_down rate_limited');
    },
  },
  {
    name: '5xx: never again, with the reason',
    async play({ sendTo }) {
      assert.equal(told(await sendTo('never@shop.example')), 'fail content_refused');
      assert.equal(told(await sendTo('unknown@shop.example')), 'fail undeliverable');
    },
  },
  {
    name: 'a mail that is larger than the server takes',
    async play({ sendTo }) {
      assert.equal(told(await sendTo('help@shop.example', 'x'.repeat(70).concat('\n').repeat(40_000))), 'fail invalid_message');
    },
  },
  {
    name: 'a recipient whom the next server does not know: the bounce comes back and fails the message',
    async play({ sendTo, statusOf, log }) {
      const { messageId, outcome } = await sendTo('nobody@elsewhere.example');
      assert.equal(told(outcome), 'accepted', `${JSON.stringify(outcome)}\n${log().slice(-1_000)}`);
      const { status, error } = await statusOf(messageId);
      assert.deepEqual([status, error?.key, error?.code], ['failed', 'undeliverable', '5.1.1']);
    },
  },
  {
    name: 'fifty mails at once: each arrives, and none twice',
    async play({ sendTo, mails }) {
      const sent = await Promise.all(Array.from({ length: 50 }, () => sendTo('help@shop.example', 'One of fifty')));
      assert.deepEqual(new Set(sent.map(told)), new Set(['accepted']));
      const fifty = async () => (await mails()).filter((mail) => mail.includes('One of fifty'));
      await until(async () => (await fifty()).length >= 50, 'fifty mails');
      const ids = (await fifty()).map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
      assert.deepEqual([ids.length, new Set(ids).size], [50, 50]);
    },
  },
];

const told = (sent: { outcome: SendOutcome } | SendOutcome): string => {
  const outcome = 'outcome' in sent ? sent.outcome : sent;
  if (outcome.kind !== 'refused') return outcome.kind;
  return [outcome.next, outcome.error.key, outcome.retryAfterSeconds].filter((one) => one !== undefined).join(' ');
};

async function open(servers: MailServers) {
  const http = createProviderHttp({ allowPrivate: true });
  atEnd(() => http.close());
  atEnd(async () => closePools());
  const deps = { http, clock, mode: 'live' as const, callbackUrl: '' };
  const account = {
    address: 'help@shop.example',
    smtpHost: servers.host,
    smtpPort: servers.smtpPort,
    smtpUsername: 'help@shop.example',
    smtpPassword: 'secret',
    imapHost: servers.host,
    imapPort: servers.imapPort,
    imapUsername: 'help@shop.example',
    imapPassword: 'secret',
  };
  const settings = emailSettings.parse(account);
  const read: string[] = [];
  let cursor: string | null = '1:0';
  const mails = async (): Promise<string[]> => {
    const looked = await poll(deps, settings, cursor);
    cursor = looked.cursor;
    read.push(...looked.found.map(({ body }) => body.toString()));
    return read;
  };
  const inbounds = async (): Promise<Inbound[]> =>
    (await Promise.all((await mails()).map((mail) => parse(settings, rawMail(mail))))).flat();
  return {
    trust: () => setDefaultCACertificates([servers.certificate]),
    mails,
    log: servers.log,
    async sendTo(to: string, text = 'Hello', more: Partial<EmailSettings> = {}) {
      const message = outgoing(to, text);
      return { messageId: message.messageId, outcome: await send(deps, { ...settings, ...more }, message) };
    },
    mailAbout: (messageId: string) => until(async () => (await mails()).find((mail) => mail.includes(messageId)), 'the mail'),
    statusOf: (messageId: string) =>
      until(
        async () =>
          (await inbounds()).find((one) => one.kind === 'status' && one.messageId === messageId) as
            | Extract<Inbound, { kind: 'status' }>
            | undefined,
        'the bounce',
      ),
  };
}

const rawMail = (mail: string) => ({
  url: '',
  headers: { 'content-type': 'message/rfc822' },
  body: Buffer.from(mail),
  receivedAt: new Date(),
});
