import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usableSeconds } from './access-token.ts';
import { readTokenAnswer } from './token-answer.ts';

const answer = (status: number, body: unknown) => readTokenAnswer(status, typeof body === 'string' ? body : JSON.stringify(body));

test('an access token is read, with how long it lives and the refresh token that replaces the old one', () => {
  const body = { access_token: 'ya29.a', token_type: 'Bearer', expires_in: 3599, refresh_token: '1//new' };
  assert.deepEqual(answer(200, body), { accessToken: 'ya29.a', expiresInSeconds: 3599, refreshToken: '1//new' });
  assert.deepEqual(answer(200, { access_token: 'a' }), { accessToken: 'a', expiresInSeconds: 300, refreshToken: null });
  assert.deepEqual(answer(200, { access_token: 'a', expires_in: '60' }), {
    accessToken: 'a',
    expiresInSeconds: 60,
    refreshToken: null,
  });
  assert.deepEqual(answer(200, { access_token: 'a', expires_in: 1e12 }), {
    accessToken: 'a',
    expiresInSeconds: 86_400,
    refreshToken: null,
  });
});

test('an answer without a usable token is asked for again: no JSON, too long, a control character, another kind of token', () => {
  const long = JSON.stringify({ access_token: 'a', more: 'x'.repeat(70_000) });
  const bodies = ['', '<html>', 'null', long, { access_token: 'a\u0001auth=x' }, { access_token: 'a', token_type: 'mac' }];
  for (const body of [...bodies, { access_token: '' }, { access_token: 'a', expires_in: -1 }])
    assert.equal((answer(200, body) as { isFinal: boolean }).isFinal, false, JSON.stringify(body).slice(0, 50));
});

test('a refusal says its cause and what to do, and whether asking again helps', () => {
  const cases: [number, unknown, boolean, RegExp][] = [
    [
      400,
      { error: 'invalid_grant', error_description: 'Token has been revoked.' },
      true,
      /new oauthRefreshToken \(invalid_grant: Token/,
    ],
    [400, { error: 'interaction_required' }, true, /log in again.*\(interaction_required\)$/],
    [401, { error: 'invalid_client' }, true, /oauthClientSecret.*\(invalid_client\)$/],
    [400, { error: 'unauthorized_client' }, true, /registration of oauthClientId/],
    [400, { error: 'invalid_scope' }, true, /oauthScope/],
    [400, { error: 'constructor' }, true, /^The OAuth server refused.*\(constructor\)$/],
    [404, 'Not found', true, /\(404\)$/],
    [400, { error: 'temporarily_unavailable' }, false, /temporarily_unavailable/],
    [429, {}, false, /429/],
    [503, '', false, /503/],
  ];
  for (const [status, body, isFinal, message] of cases) {
    const refusal = answer(status, body) as { isFinal: boolean; message: string };
    assert.equal(refusal.isFinal, isFinal, JSON.stringify(body));
    assert.match(refusal.message, message);
  }
});

test('what a server says is cut and on one line', () => {
  const { message } = answer(400, { error: 'invalid_grant', error_description: `a\r\nb\u202e${'x'.repeat(9_999)}` }) as {
    message: string;
  };
  assert.ok(message.length < 600);
  assert.match(message, /a b x/);
});

test('a token is renewed before it expires', () => {
  assert.deepEqual([3600, 60, 5].map(usableSeconds), [3480, 48, 4]);
});
