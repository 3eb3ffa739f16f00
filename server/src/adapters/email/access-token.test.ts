import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { getChannel, stopChannel } from '../../domain/channels/index.ts';
import { createProviderClients } from '../../platform/provider-clients.ts';
import { createProviderHttp } from '../../platform/provider-http.ts';
import { givenApart } from '../../test-kit/given.ts';
import { createChannelConnector } from '../connector.ts';
import { givenServer } from '../meta.test-kit.ts';
import { accessToken, TokenFault } from './access-token.ts';

const given = givenApart(); // the clock is moved

type Answer = { status?: number; body: object };
const token = (name: string, more: object = {}): Answer => ({
  body: { access_token: name, token_type: 'Bearer', expires_in: 3600, ...more },
});
const REVOKED: Answer = { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been revoked' } };

/** A channel of a running server, and an OAuth server with given responses that records the forms it receives. */
async function environment(answerTo: (form: URLSearchParams, count: number) => Answer) {
  const forms: URLSearchParams[] = [];
  const url = await givenServer((request, response) => {
    void text(request).then((sent) => {
      const form = new URLSearchParams(sent);
      const { status = 200, body } = answerTo(form, forms.push(form));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const { app, clock, tenant, post, put } = await given();
  const settings = {
    address: 'help@example.com',
    smtpHost: '127.0.0.1',
    smtpPort: 9,
    oauthProvider: 'custom',
    oauthTokenUrl: url,
    oauthClientId: 'id',
    oauthClientSecret: 'secret',
    oauthRefreshToken: 'first',
  };
  const { id } = (await post('/v3/channels', { type: 'email', name: 'Help', settings })).body.data;
  /** As after the few seconds for which a connector remembers a channel. */
  const deps = async () => {
    const connector = createChannelConnector({ ...app, clients: createProviderClients(app.config, []) });
    const open = await connector.open(tenant.ctx, id);
    assert.ok(open);
    return open.sendDeps;
  };
  const change = (more: object) => put(`/v3/channels/${id}`, { settings: more });
  return { id, ctx: tenant.ctx, clock, forms, deps, change };
}

test('many who need a token at once make one request; it is used until shortly before it expires', async () => {
  const { deps, forms, clock } = await environment((_form, count) => token(`t${count}`));
  const one = await deps();
  const all = await Promise.all(Array.from({ length: 50 }, () => accessToken(one)));
  assert.deepEqual([new Set(all), forms.length], [new Set(['t1']), 1]);
  clock.advance(3_400_000);
  assert.equal(await accessToken(one), 't1');
  clock.advance(100_000);
  assert.equal(await accessToken(one), 't2');
  assert.equal(forms[0]?.get('refresh_token'), 'first');
});

test('a token that the mail server refused is not used again', async () => {
  const { deps, forms } = await environment((_form, count) => token(`t${count}`));
  const one = await deps();
  assert.equal(await accessToken(one), 't1');
  assert.deepEqual(await Promise.all([accessToken(one, 't1'), accessToken(one, 't1')]), ['t2', 't2']);
  assert.deepEqual([await accessToken(one, 't1'), forms.length], ['t2', 2]);
});

test('a rotated refresh token is stored, survives a change of other settings, and is no change of the channel', async () => {
  const { deps, forms, change, ctx, id } = await environment((_form, count) =>
    token(`t${count}`, { refresh_token: `r${count}` }),
  );
  const before = await getChannel(ctx, id);
  await accessToken(await deps());
  assert.deepEqual(await getChannel(ctx, id), before);
  assert.equal((await change({ fromName: 'Help' })).status, 200);
  await accessToken(await deps());
  assert.deepEqual(
    forms.map((form) => form.get('refresh_token')),
    ['first', 'r1'],
  );
});

test('a refresh token that is set while another one is exchanged is kept', async () => {
  const { deps, forms, change } = await environment((_form, count) => token(`t${count}`));
  const { credentials } = await deps();
  await credentials?.exchange(async () => {
    await change({ oauthRefreshToken: 'by hand' });
    return { result: null, rotation: { name: 'oauthRefreshToken', from: 'first', to: 'too late' } };
  });
  await accessToken(await deps());
  assert.equal(forms.at(-1)?.get('refresh_token'), 'by hand');
});

test('access that was withdrawn: a fault that says so, one request for many, and a new refresh token heals it at once', async () => {
  const { deps, forms, change } = await environment((form) =>
    form.get('refresh_token') === 'first' ? REVOKED : token('healed'),
  );
  const one = await deps();
  for (let i = 0; i < 10; i++)
    await assert.rejects(accessToken(one), (fault) => {
      assert.ok(fault instanceof TokenFault && fault.needsAttention);
      assert.match(fault.message, /no longer accepts oauthRefreshToken.*invalid_grant: Token has been revoked/);
      return true;
    });
  assert.equal(forms.length, 1);
  await change({ oauthRefreshToken: 'second' });
  assert.equal(await accessToken(await deps()), 'healed');
});

test('a channel is not stopped for settings that were changed meanwhile', async () => {
  const { ctx, id, change } = await environment(() => REVOKED);
  const { settingsVersion } = await getChannel(ctx, id);
  await change({ oauthRefreshToken: 'second' });
  await stopChannel(ctx, id, 'the old token was refused', settingsVersion);
  assert.equal((await getChannel(ctx, id)).status, 'active');
  await stopChannel(ctx, id, 'the new token was refused', settingsVersion + 1);
  assert.deepEqual(
    [(await getChannel(ctx, id)).status, (await getChannel(ctx, id)).statusReason],
    ['error', 'the new token was refused'],
  );
});

test('an OAuth server that fails for now is asked again; one at an address inside never', async () => {
  const { deps, clock } = await environment((_form, count) => (count === 1 ? { status: 503, body: {} } : token('later')));
  const one = await deps();
  await assert.rejects(accessToken(one), (fault) => fault instanceof TokenFault && !fault.needsAttention);
  clock.advance(11_000);
  assert.equal(await accessToken(one), 'later');
  const http = createProviderHttp({ allowPrivate: false });
  await assert.rejects(accessToken({ ...one, http }, 'later'), (fault) => fault instanceof TokenFault && fault.needsAttention);
  await http.close();
});
