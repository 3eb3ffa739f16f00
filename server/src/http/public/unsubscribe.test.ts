import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { connect, startSandbox } from '../../../../sandbox/src/index.ts';
import { createUnsubscribeLinks } from '../../domain/contacts/index.ts';
import { givenApart } from '../../test-kit/given.ts';
import { until } from '../../test-kit/until.ts';

/** Mails carry the https address; the test calls the same paths on the loopback address. */
const PUBLIC_URL = 'https://127.0.0.1:1/base';
const MASTER_KEY = randomBytes(32).toString('base64');
const environment = await givenApart()({ PUBLIC_URL, MASTER_KEY, FAILED_LOGINS_PER_MINUTE: '5' });
const links = createUnsubscribeLinks({ PUBLIC_URL, MASTER_KEY });
const sandbox = await startSandbox();
after(() => sandbox.stop());

const ONE_CLICK = { method: 'POST', body: 'List-Unsubscribe=One-Click' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const visit = (path: string, init: RequestInit = {}) => fetch(environment.baseUrl + path, init);
const isSubscribed = async (id: string): Promise<boolean> => (await environment.get(`/v3/contacts/${id}`)).body.data.isSubscribed;

const handleOf = new Map<string, string>();

async function givenContact(email: string): Promise<string> {
  const made = await environment.post('/v3/contacts', { firstName: 'Ada', email });
  assert.equal(made.status, 201, made.text);
  handleOf.set(made.body.data.id, made.body.data.handles[0].id);
  return made.body.data.id;
}

const pathFor = (contactId: string, channelId: string = randomUUID(), messageId: string = randomUUID()): string => {
  const { id: tenantId } = environment.tenant;
  const url = links.urlFor({ tenantId, contactId, handleId: handleOf.get(contactId) ?? '', channelId, messageId }) ?? '';
  assert.ok(url.startsWith(`${PUBLIC_URL}/unsubscribe/`));
  return url.slice(PUBLIC_URL.length);
};

test('a campaign by mail carries one-click headers, and the click withdraws its recipient', async () => {
  const { channelId, accountId } = await connect('email', {
    apiUrl: environment.baseUrl,
    token: environment.tenant.token,
    sandbox,
  });
  const contactId = await givenContact('one-click@example.com');
  const made = await environment.post('/v3/campaigns', {
    channelId,
    name: 'Sale',
    content: { text: 'Half price' },
    audience: { contactIds: [contactId] },
  });
  assert.equal(made.status, 201, made.text);
  await environment.post(`/v3/campaigns/${made.body.data.id}/start`);
  type Sent = { body: { headers: { name: string; value: string }[] } };
  const headers = await until(async () => {
    const { sends } = (await (await fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/sent`)).json()) as { sends: Sent[] };
    return sends[0] && new Map(sends[0].body.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  });
  assert.equal(headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const [, url = ''] = /^<(https:[^>]+)>, <mailto:/.exec(headers.get('list-unsubscribe') ?? '') ?? [];
  const answer = await visit(url.slice(PUBLIC_URL.length), { ...ONE_CLICK, headers: FORM });
  assert.equal(answer.status, 200);
  assert.equal(await isSubscribed(contactId), false);
});

test('GET shows a button and withdraws nothing; the name of the channel is escaped', async () => {
  const { channelId } = await connect('email', {
    apiUrl: environment.baseUrl,
    token: environment.tenant.token,
    sandbox,
    channel: { name: 'Shop <script>alert("x")</script>' },
  });
  const contactId = await givenContact('asks@example.com');
  const answer = await visit(pathFor(contactId, channelId));
  const html = await answer.text();
  assert.equal(answer.status, 200);
  assert.match(html, /<form method="post"><button>Unsubscribe<\/button><\/form>/);
  assert.match(html, /from Shop &lt;script&gt;/);
  assert.doesNotMatch(html, /<script/);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
    assert.ok(policy.includes(part), part);
  assert.equal(answer.headers.get('x-frame-options'), 'DENY');
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(await isSubscribed(contactId), true);
});

test('POST withdraws in every form that mail programs use, again changes nothing, and says the same of a contact that is gone', async () => {
  const contactId = await givenContact('posts@example.com');
  const path = pathFor(contactId);
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
  const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  const first = await visit(path, { method: 'POST', headers: multipart, body });
  const text = await first.text();
  assert.equal(first.status, 200, text);
  const updatedAt = async () => (await environment.get(`/v3/contacts/${contactId}`)).body.data.updatedAt;
  const before = await updatedAt();
  assert.equal(await isSubscribed(contactId), false);
  for (const init of [{ method: 'POST' }, { ...ONE_CLICK, headers: FORM }]) assert.equal((await visit(path, init)).status, 200);
  assert.equal(await updatedAt(), before);
  await environment.del(`/v3/contacts/${contactId}`);
  const gone = await visit(path, { method: 'POST' });
  assert.deepEqual([gone.status, await gone.text()], [200, text]);
});

test('a link of the other tenant changes nothing here, and a large body is refused', async () => {
  const contactId = await givenContact('stays@example.com');
  const { id: tenantId } = environment.otherTenant;
  const ids = { tenantId, contactId, handleId: randomUUID(), channelId: randomUUID(), messageId: randomUUID() };
  const foreign = (links.urlFor(ids) ?? '').slice(PUBLIC_URL.length);
  assert.equal((await visit(foreign, { method: 'POST' })).status, 200);
  const large = await visit(pathFor(contactId), { method: 'POST', headers: FORM, body: 'x'.repeat(5_000) });
  assert.equal(large.status, 413);
  assert.equal(await isSubscribed(contactId), true);
});

test('links that were never made are 404 and then 429; the real ones of the same address still work', async () => {
  const contactId = await givenContact('guessed@example.com');
  const path = pathFor(contactId);
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++)
    statuses.push((await visit(`${path.slice(0, -8)}${randomBytes(6).toString('base64url')}`, { method: 'POST' })).status);
  assert.deepEqual([...new Set(statuses)].sort(), [404, 429]);
  assert.equal(await isSubscribed(contactId), true);
  assert.equal((await visit(path, { method: 'POST' })).status, 200);
  assert.equal(await isSubscribed(contactId), false);
});

test('no link without https: RFC 8058 allows no other', () => {
  const plain = createUnsubscribeLinks({ PUBLIC_URL: 'http://127.0.0.1:8080', MASTER_KEY });
  const id = randomUUID();
  assert.equal(plain.urlFor({ tenantId: id, contactId: id, handleId: id, channelId: id, messageId: id }), undefined);
});
