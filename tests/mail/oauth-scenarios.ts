import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from '../../server/src/test-kit/until.ts';
import type { Environment } from './parts/oauth.ts';
import type { Scenario } from './scenario.ts';

const RENEW = fileURLToPath(new URL('./renew-token.ts', import.meta.url));
const RACERS = 4;

/** Played in this order: each finds the channel working, and leaves it so. */
export const scenarios: Scenario<Environment>[] = [
  {
    name: 'connect and poll: a mail comes in over IMAP with an access token, and no secret is shown',
    async play({ receives, channel, oauth }) {
      assert.equal((await receives('Is the shop open?')).sender, 'inbound');
      const { status, settings } = await channel();
      assert.deepEqual([status, settings.oauthRefreshToken, settings.oauthClientSecret], ['active', undefined, undefined]);
      assert.equal(settings.oauthClientId, oauth.client.id);
    },
  },
  {
    name: 'send: Postfix takes the mail after a login with XOAUTH2',
    async play({ begin, sent, mail }) {
      await sent(await begin('Yes, it is'));
      assert.match(mail.log(), /sasl_method=XOAUTH2, sasl_username=help@shop\.example/);
    },
  },
  {
    name: 'one token for many mails: twenty sends need no further exchange than one per process',
    async play({ begin, sent, oauth, servers }) {
      const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => begin(`Mail ${i}`)));
      await Promise.all(ids.map(sent));
      assert.ok(oauth.figures.exchanges <= servers.servers.length, `${oauth.figures.exchanges} exchanges`);
    },
  },
  {
    name: 'an access token that is void before its time: one exchange, and the mail is sent at the same attempt',
    async play({ begin, sent, message, oauth, idle }) {
      await idle();
      await oauth.endAccessTokens();
      const before = oauth.figures.exchanges;
      const id = await begin('After the token ended');
      await sent(id);
      assert.ok(oauth.figures.exchanges > before);
      assert.deepEqual((await message(id)).errors, []);
    },
  },
  {
    name: 'expiry: a token of five seconds is renewed before it is over, for sends and for the mailbox',
    async play({ begin, sent, receives, oauth, idle }) {
      oauth.knobs.accessTokenSeconds = 5;
      await idle();
      await oauth.endAccessTokens();
      await sent(await begin('With a short token'));
      const before = oauth.figures.exchanges;
      await receives('Read with a short token');
      await idle();
      await sent(await begin('With the next short token'));
      assert.ok(oauth.figures.exchanges > before);
      oauth.knobs.accessTokenSeconds = 3_600;
      assert.deepEqual(oauth.figures.refusals, []);
    },
  },
  {
    name: 'rotation: the new refresh token is stored and used, and the channel is not changed by it',
    async play({ begin, sent, channel, oauth, idle }) {
      const { updatedAt } = await channel();
      const before = oauth.figures.exchanges;
      oauth.knobs.rotates = true;
      for (const text of ['First after a rotation', 'Second after a rotation', 'Third after a rotation']) {
        await idle();
        await oauth.endAccessTokens();
        await sent(await begin(text));
      }
      assert.ok(oauth.figures.exchanges >= before + 3);
      assert.deepEqual([(await channel()).status, (await channel()).updatedAt], ['active', updatedAt]);
      assert.deepEqual(oauth.figures.refusals, [], 'a token that was used twice would have been refused');
    },
  },
  {
    name: `${RACERS} processes at once: each gets a token, and no refresh token is used twice`,
    async play({ oauth, servers, tenantId, channelId }) {
      oauth.knobs.rotates = true;
      const before = oauth.figures.exchanges;
      const databaseUrl = servers.pool.options.connectionString ?? '';
      const tokens = await race(RACERS, [tenantId, channelId], databaseUrl);
      assert.equal(new Set(tokens).size, RACERS);
      assert.ok(oauth.figures.exchanges - before >= RACERS);
      assert.deepEqual(oauth.figures.refusals, []);
    },
  },
  {
    name: 'settings that are changed while tokens rotate keep the newest refresh token',
    async play({ begin, sent, change, oauth }) {
      for (let i = 0; i < 5; i++) {
        await oauth.endAccessTokens();
        const id = await begin(`While the name changes ${i}`);
        assert.equal((await change({ fromName: `Help ${i}` })).status, 200);
        await sent(id);
      }
      assert.deepEqual(oauth.figures.refusals, []);
      oauth.knobs.rotates = false;
    },
  },
  {
    name: 'the OAuth server is away: the mail waits, the channel stays active',
    async play({ begin, sent, channel, oauth, idle }) {
      await idle();
      await oauth.endAccessTokens();
      oauth.knobs.isDown = true;
      const id = await begin('While the OAuth server is away');
      await until(() => oauth.figures.unanswered > 0, 'a call of the OAuth server');
      assert.equal((await channel()).status, 'active');
      oauth.knobs.isDown = false;
      await sent(id);
    },
  },
  {
    name: 'revocation: the channel reports it and the fix, and requests no more tokens',
    async play(environment) {
      const { oauth, begin, message, messages, becomes, idle, api } = environment;
      await idle();
      await oauth.withdrawAll();
      const id = await begin('After access was withdrawn').catch(() => null); // the mailbox may have noticed before
      const { statusReason } = await becomes('error');
      assert.match(statusReason, /no longer accepts oauthRefreshToken.*allow access again.*new oauthRefreshToken.*invalid_grant/);
      if (id) assert.equal((await message(id)).sendState, 'queued');
      const [{ chat }] = await messages();
      const refused = await api.call('POST', `/v3/chats/${chat.id}/messages`, { type: 'text', text: 'x' });
      assert.deepEqual([refused.status, refused.body.error.messageKey], [409, 'conflict']);
      assert.match(refused.body.error.message, /no longer accepts oauthRefreshToken/);
      assert.ok(oauth.figures.refusals.length <= 2, `asked ${oauth.figures.refusals.length} times`);
    },
  },
  {
    name: 'healing: a new refresh token sends what waited, and the mailbox is read again',
    async play({ oauth, change, becomes, sent, messages, receives }) {
      const oauthRefreshToken = await oauth.allow('help@shop.example');
      assert.equal((await change({ oauthRefreshToken })).status, 200);
      const { statusReason } = await becomes('active');
      assert.equal(statusReason, null);
      const outbound = (await messages()).filter(({ sender }) => sender === 'outbound');
      await Promise.all(outbound.map(({ id }) => sent(id)));
      await receives('Read after healing');
    },
  },
  {
    name: 'a mailbox alone notices the revocation, without a mail to send',
    async play({ oauth, change, becomes }) {
      await oauth.withdrawAll();
      assert.match((await becomes('error')).statusReason, /invalid_grant/);
      await change({ oauthRefreshToken: await oauth.allow('help@shop.example') });
      await becomes('active');
    },
  },
  {
    name: 'a client secret that is wrong: the channel says which setting, and a right one heals it',
    async play({ oauth, change, begin, becomes, sent }) {
      await oauth.endAccessTokens();
      await change({ oauthClientSecret: 'wrong' });
      const id = await begin('With a wrong client secret').catch(() => null); // the mailbox may have noticed before
      assert.match((await becomes('error')).statusReason, /does not accept oauthClientId with oauthClientSecret.*invalid_client/);
      await change({ oauthClientSecret: oauth.client.secret });
      await becomes('active');
      if (id) await sent(id);
    },
  },
  {
    name: 'a token of another user: the mail server refuses it twice, and the channel stops',
    async play({ oauth, change, becomes }) {
      await change({ oauthRefreshToken: await oauth.allow('somebody@shop.example') });
      assert.ok((await becomes('error')).statusReason);
      await change({ oauthRefreshToken: await oauth.allow('help@shop.example') });
      await becomes('active');
    },
  },
  {
    name: 'another mail server or token endpoint needs the secrets again',
    async play({ change, mail }) {
      const missing = async (settings: object) => Object.keys((await change(settings)).body.error.invalidParams).sort();
      assert.deepEqual(await missing({ smtpHost: '127.0.0.1' }), ['settings.oauthRefreshToken']);
      assert.deepEqual(await missing({ imapPort: mail.imapPort + 1 }), ['settings.oauthRefreshToken']);
      const both = ['settings.oauthClientSecret', 'settings.oauthRefreshToken'];
      assert.deepEqual(await missing({ oauthTokenUrl: 'http://127.0.0.1:9/token' }), both);
    },
  },
];

/** Starts so many processes, lets them begin together, and returns what each got. */
async function race(count: number, args: string[], databaseUrl: string): Promise<string[]> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PROVIDER_ALLOW_PRIVATE: 'true' };
  const racers = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [RENEW, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    return { child, output: () => output };
  });
  try {
    await until(() => racers.every(({ output }) => output().includes('ready')), 'all processes ready');
    for (const { child } of racers) child.stdin.write('go\n');
    await until(() => racers.every(({ output, child }) => /token \S+/.test(output()) || child.exitCode !== null), 'all tokens');
    return racers.map(({ output }) => /token (\S+)/.exec(output())?.[1] ?? 'none');
  } finally {
    for (const { child } of racers) child.kill();
  }
}
