import assert from 'node:assert/strict';
import { until } from '../api.ts';
import { isTaken, type Json, type Stage } from '../knobs/stage.ts';
import { approvedTemplate } from '../knobs/templates.ts';

const becomes = ({ api }: Stage, id: string, fits: (template: Json) => boolean): Promise<Json> =>
  until(() => api.get(`/v3/message_templates/${id}`), fits);

const body = (text: string) => ({ body: { text, examples: [{ name: '1', value: 'Ada' }] } });

export async function approvedIsChanged(stage: Stage): Promise<void> {
  const { api, meet, becomes: message, try: attempt } = stage;
  const { id } = await approvedTemplate(stage, 'changed_later');
  const changed = await api.put(`/v3/message_templates/${id}`, body('Good morning {{1}}, your order is ready.'));
  assert.equal(changed.status, 'draft');
  const chat = await meet();
  const send = { type: 'template', template: { id, variables: { 1: 'Ada' } } };
  assert.equal((await attempt(chat.id, send)).status, 409);
  await api.post(`/v3/message_templates/${id}/submit`);
  await becomes(stage, id, ({ status }) => status === 'approved');
  const sent = await api.post(`/v3/chats/${chat.id}/messages`, send);
  assert.match((await message(sent.id, isTaken)).content.body, /^Good morning/);
}

export async function changedOnceADay(stage: Stage): Promise<void> {
  const { api } = stage;
  const { id } = await approvedTemplate(stage, 'changed_twice');
  for (const text of ['One {{1}} more.', 'Two {{1}} more.']) {
    await api.put(`/v3/message_templates/${id}`, body(text));
    await api.post(`/v3/message_templates/${id}/submit`);
    await becomes(stage, id, ({ status }) => status === 'approved' || status === 'rejected');
  }
  const refused = await becomes(stage, id, ({ status }) => status === 'rejected');
  assert.match(refused.reason, /once in 24 hours/);
}

/** Meta's callback about a template. */
async function update(stage: Stage, template: Json, field: string, change: object): Promise<void> {
  const { wabaId, accessToken } = await stage.phone.account();
  const url = `${stage.tenant.sandboxUrl}/graph/v26.0/${wabaId}/message_templates?name=${template.name}`;
  const answer = (await (await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } })).json()) as Json;
  const named = { message_template_name: template.name, message_template_language: template.language };
  const value = { message_template_id: Number(answer.data[0].id), ...named, ...change };
  await stage.phone.emit([{ raw: { field, value } }]);
}

export async function categoryChanges(stage: Stage): Promise<void> {
  const template = await approvedTemplate(stage, 'sorted_anew');
  const change = { previous_category: 'UTILITY', new_category: 'MARKETING' };
  await update(stage, template, 'template_category_update', change);
  await becomes(stage, template.id, ({ category }) => category === 'marketing');
}

export async function qualityIsRated(stage: Stage): Promise<void> {
  const template = await approvedTemplate(stage, 'rated');
  assert.equal(template.quality, null);
  const change = { previous_quality_score: 'GREEN', new_quality_score: 'RED' };
  await update(stage, template, 'message_template_quality_update', change);
  await becomes(stage, template.id, ({ quality }) => quality === 'red');
}

/** Meta defines the text; the code is in the body and in the copy button. */
export async function codesAreMetas(stage: Stage): Promise<void> {
  const { api, channelId, meet, turn, phone, becomes: message } = stage;
  await turn({ enforceTemplates: true });
  const draft = { channelId, name: 'login_code', language: 'en_US', category: 'authentication', codeExpirationMinutes: 10 };
  const { id } = await api.post('/v3/message_templates', { ...draft, ...body('{{1}} is your verification code.') });
  await api.post(`/v3/message_templates/${id}/submit`);
  const template = await becomes(stage, id, ({ status }) => status === 'approved' || status === 'rejected');
  assert.equal(template.status, 'approved', template.reason);
  const chat = await meet();
  const send = { type: 'template', template: { id, variables: { 1: '482913' } } };
  const sent = await message(
    (await api.post(`/v3/chats/${chat.id}/messages`, send)).id,
    ({ sendState }) => sendState !== 'queued' && sendState !== 'sending',
  );
  assert.equal(sent.sendState, 'accepted', JSON.stringify(sent.errors));
  const button = (await phone.sent())[0]?.body.template.components.find(({ type }: Json) => type === 'button');
  assert.deepEqual(button.parameters, [{ type: 'text', text: '482913' }]);
}

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function uploadPicture({ api }: Stage): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(PNG, 'base64')], { type: 'image/png' }), 'sample.png');
  const headers = { authorization: `Bearer ${api.token}` };
  const answer = await fetch(`${api.baseUrl}/v3/files`, { method: 'POST', headers, body: form });
  assert.equal(answer.status, 201, 'the picture was not taken');
  return ((await answer.json()) as Json).data.id;
}

/** Meta requires an uploaded sample for a header with a file. A change of the template needs the sample again. */
export async function sampleIsUploaded(stage: Stage): Promise<void> {
  const { api, channelId } = stage;
  const header = { kind: 'image', fileId: await uploadPicture(stage) };
  const draft = { channelId, name: 'with_picture', language: 'en_US', category: 'utility', header };
  const { id } = await api.post('/v3/message_templates', { ...draft, ...body('Hello {{1}}, this is it.') });
  for (const change of [{}, { footer: 'Thank you' }]) {
    await api.put(`/v3/message_templates/${id}`, change);
    await api.post(`/v3/message_templates/${id}/submit`);
    const { status, reason } = await becomes(stage, id, (template) => ['approved', 'rejected'].includes(template.status));
    assert.equal(status, 'approved', reason);
  }
}
