import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { asBrowser, hire, signIn, userToken } from '../test-kit/person.ts';
import { until } from '../test-kit/until.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function givenMail(html: string) {
  const here = await given();
  const login = { callbackUsername: 'hook', callbackPassword: 'password' };
  const settings = { address: 'help@shop.example', smtpHost: '127.0.0.1', smtpPort: 1, ...login };
  const { body } = await here.post('/v3/channels', { type: 'email', name: 'Mail', settings });
  const mail = [
    'From: ada@example.com',
    'Message-ID: <1@example.com>',
    'Subject: Invoice',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="b"',
    '',
    `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`,
    `--b\r\nContent-Type: image/png; name="dot.png"\r\nContent-ID: <dot@mail>\r\nContent-Disposition: inline; filename="dot.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n${PNG}\r\n`,
    '--b--',
    '',
  ].join('\r\n');
  const authorization = `Basic ${Buffer.from('hook:password').toString('base64')}`;
  const headers = { authorization, 'content-type': 'message/rfc822' };
  await fetch(`${here.baseUrl}/inbound/${body.data.id}`, { method: 'POST', headers, body: mail });
  const search = { query: `eq(channelId,"${body.data.id}")` };
  const chat = await until(async () => (await here.post('/v3/chats/search', search)).body.data[0]);
  const { id } = chat.latestMessage;
  const message = (await here.get(`/v3/messages/${id}`)).body.data;
  for (const { fileId } of message.content.attachments)
    await until(async () => (await here.get(`/v3/files/${fileId}`)).body.data.status === 'ready');
  return { ...here, chat, id };
}

const HTML = `<p>Hello <b>you</b></p><script>alert(1)</script><img src="cid:dot@mail" onerror="alert(2)">
  <img src="https://tracker.example/pixel.png?a=1&amp;b=2"><a href="javascript:alert(3)">x</a>
  <p>not a tag: data-remote-src="https://elsewhere.example"</p>`;

test('GET /v3/messages/:messageId/html 200: sanitised HTML under a policy of its own; remote images only if asked for', async () => {
  const { id, get } = await givenMail(HTML);
  const shown = await get(`/v3/messages/${id}/html`);
  assert.equal(shown.status, 200);
  assert.equal(shown.headers.get('content-type'), 'text/html; charset=utf-8');
  const policy = shown.headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; img-src data:; style-src 'unsafe-inline';/);
  assert.match(policy, /sandbox allow-popups/);
  assert.equal(shown.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(shown.headers.get('cache-control'), 'private, no-store');
  assert.match(shown.text, /<p>Hello <b>you<\/b><\/p>/);
  assert.ok(shown.text.includes(`src="data:image/png;base64,${PNG}"`), 'the inline image is inside');
  assert.doesNotMatch(shown.text, /<script|onerror|javascript:| src="https/);

  const remote = await get(`/v3/messages/${id}/html?images=remote`);
  assert.match(remote.headers.get('content-security-policy') ?? '', /img-src data: https: http:;/);
  assert.ok(remote.text.includes(' src="https://tracker.example/pixel.png?a=1&amp;b=2"'), remote.text);
  assert.ok(remote.text.includes('not a tag: data-remote-src='), 'text stays text');
});

test('GET /v3/messages/:messageId/html 200: a message without HTML is its text, escaped', async () => {
  const { tenant, get, post } = await given();
  const chat = await tenant.chat();
  await tenant.message(chat.id, { text: '<img src=x onerror=alert(1)> & "so"' });
  const { body } = await post(`/v3/chats/${chat.id}/messages/search`, {});
  const shown = await get(`/v3/messages/${body.data[0].id}/html`);
  assert.ok(shown.text.includes('<pre>&lt;img src=x onerror=alert(1)&gt; &amp; &quot;so&quot;</pre>'), shown.text);
});

test('GET /v3/messages/:messageId/html 404: an unknown id and a message of another tenant', async () => {
  const { tenant, otherTenant, get, post } = await given();
  const chat = await tenant.chat();
  await tenant.message(chat.id);
  const { body } = await post(`/v3/chats/${chat.id}/messages/search`, {});
  assert.equal((await get(`/v3/messages/${body.data[0].id}/html`, otherTenant.token)).status, 404);
  assert.equal((await get('/v3/messages/none/html')).status, 404);
});

test('GET /v3/messages/:messageId/html: a frame of an own page may use the session cookie; other sites and tenants may not', async () => {
  const here = await givenMail('<p>Hello</p>');
  const cookie = await signIn(here, await hire(here, { role: 'member' }));
  await userToken(here, cookie);
  const read = (value: string, site: string, path = `/v3/messages/${here.id}/html`) =>
    here.call('GET', path, undefined, undefined, { cookie: asBrowser(value, '').cookie ?? '', 'sec-fetch-site': site });
  const framed = await read(cookie, 'same-origin');
  assert.deepEqual([framed.status, framed.headers.get('cross-origin-resource-policy')], [200, 'same-origin']);
  assert.equal((await read(cookie, 'cross-site')).status, 401);
  assert.equal((await read(cookie, 'same-origin', `/v3/messages/${here.id}`)).status, 401, 'not the message itself');
  const stranger = await signIn(here, await hire({ ...here, tenant: here.otherTenant }));
  await userToken(here, stranger);
  assert.equal((await read(stranger, 'same-origin')).status, 404);
});
