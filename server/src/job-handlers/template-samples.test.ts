import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());

const path = '/v3/message_templates';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const png = Buffer.from(PIXEL, 'base64');

async function scene(settings: Record<string, unknown> = {}) {
  const here = await given();
  const { tenant, baseUrl, get, post } = here;
  const connected = await connect('whatsapp', { apiUrl: baseUrl, token: tenant.token, sandbox, settings });
  const upload = async (bytes: Buffer, name: string, token = tenant.token): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${baseUrl}/v3/files`, { method: 'POST', body: form, headers });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const draft = (header: object, name = 'picture') => ({
    channelId: connected.channelId,
    name,
    language: 'en_US',
    category: 'utility',
    header,
    body: { text: 'Look.', examples: [] },
  });
  const decided = (id: string) =>
    until(async () => {
      const { data } = (await get(`${path}/${id}`)).body;
      return (data.status === 'approved' || data.status === 'rejected') && data;
    });
  const submit = async (header: object, name?: string) => {
    const { id } = (await post(path, draft(header, name))).body.data;
    await post(`${path}/${id}/submit`);
    return decided(id);
  };
  return { ...here, ...connected, upload, draft, submit, decided };
}

test('a header that is a file: its sample is uploaded to the app, and Meta gets the handle', async () => {
  const { upload, submit, credentials } = await scene();
  const fileId = await upload(png, 'sample.png');
  const { status, reason, header } = await submit({ kind: 'image', fileId: fileId.toUpperCase() });
  assert.equal(status, 'approved', reason);
  assert.deepEqual(header, { kind: 'image', text: null, examples: [], fileId });
  const url = `${sandbox.url}/graph/v26.0/${credentials.wabaId}/message_templates?name=picture`;
  const seen = await fetch(url, { headers: { authorization: `Bearer ${credentials.accessToken}` } });
  assert.match(await seen.text(), /"example":\{"header_handle":\["4::/);
});

test('a sample is a ready file of the tenant, of the right type; without one nothing is submitted', async () => {
  const { upload, draft, post, put, otherTenant } = await scene();
  const foreign = await upload(png, 'theirs.png', otherTenant.token);
  const words = await upload(Buffer.from('hello'), 'hello.txt');
  const picture = await upload(png, 'sample.png');
  const mistake = async (header: object) => (await post(path, draft(header))).body.error?.invalidParams['header.fileId']?.key;
  assert.equal(await mistake({ kind: 'image', fileId: foreign }), 'not_found');
  assert.equal(await mistake({ kind: 'image', fileId: 'nonsense' }), 'not_found');
  assert.equal(await mistake({ kind: 'image', fileId: words }), 'custom');
  assert.equal(await mistake({ kind: 'video', fileId: picture }), 'custom');
  assert.equal(await mistake({ kind: 'text', text: 'News', fileId: picture }), 'custom');
  const { id } = (await post(path, draft({ kind: 'image' }))).body.data;
  const refused = await post(`${path}/${id}/submit`);
  assert.deepEqual([refused.status, refused.body.error.messageKey], [409, 'conflict']);
  assert.match(refused.body.error.message, /header\.fileId/);
  const changed = await put(`${path}/${id}`, { header: { kind: 'image', fileId: foreign } });
  assert.equal(changed.body.error.invalidParams['header.fileId'].key, 'not_found');
  assert.equal((await put(`${path}/${id}`, { header: { kind: 'image', fileId: picture } })).status, 200);
  assert.equal((await post(`${path}/${id}/submit`)).body.data.status, 'pending');
});

test('an app id that is missing or wrong rejects the template and names the reason; the channel stays active', async () => {
  const { upload, submit, get, post, put, decided, channelId, credentials } = await scene();
  const header = { kind: 'image', fileId: await upload(png, 'sample.png') };
  await put(`/v3/channels/${channelId}`, { settings: { appId: '12345' } });
  // Workers may know the settings of a channel for three seconds more.
  const rejected = (name: string, why: RegExp) =>
    until(async () => {
      const template = await submit(header, `${name}_${Date.now()}`);
      return why.test(template.reason) && template;
    }, name);
  await rejected('wrong', /app 12345/);
  await put(`/v3/channels/${channelId}`, { settings: { appId: null } });
  const missing = await rejected('missing', /setting appId/);
  assert.equal((await get(`/v3/channels/${channelId}`)).body.data.status, 'active');
  await put(`/v3/channels/${channelId}`, { settings: { appId: credentials.appId } });
  await until(async () => {
    await post(`${path}/${missing.id}/submit`);
    return (await decided(missing.id)).status === 'approved';
  });
});

test('a sample that is deleted before the provider has seen it: the template is rejected, and says so', async () => {
  const { upload, draft, post, del, decided } = await scene();
  const fileId = await upload(png, 'sample.png');
  const { id } = (await post(path, draft({ kind: 'image', fileId }))).body.data;
  await del(`/v3/files/${fileId}`);
  await post(`${path}/${id}/submit`);
  const { status, reason } = await decided(id);
  assert.deepEqual([status, /sample of the header was deleted/.test(reason)], ['rejected', true]);
});
