import assert from 'node:assert/strict';
import { type Json, until } from '../api.ts';
import { isFailed, isTaken, type Scene, type Stage } from './stage.ts';

const draft = (channelId: string, name: string) => ({
  channelId,
  name,
  language: 'en_US',
  category: 'utility',
  body: { text: 'Hello {{1}}, your order is ready.', examples: [{ name: '1', value: 'Ada' }] },
});

const submitted = async ({ api, channelId }: Stage, name: string): Promise<Json> => {
  const { id } = await api.post('/v3/message_templates', draft(channelId, name));
  return api.post(`/v3/message_templates/${id}/submit`);
};

const becomes = ({ api }: Stage, id: string, status: string): Promise<Json> =>
  until(
    () => api.get(`/v3/message_templates/${id}`),
    (template) => template.status === status,
  );

/** Creates an approved WhatsApp template. */
export async function approvedTemplate(stage: Stage, name: string): Promise<Json> {
  const { id } = await submitted(stage, name);
  return becomes(stage, id, 'approved');
}

/** Waits for the events of a template and returns them. */
const heard = async ({ inbox }: Stage, id: string, statuses: string[]): Promise<Json[]> => {
  const found = await inbox.atLeast(
    statuses.length,
    ({ body }) => body.event === 'template.status_changed' && body.data.id === id,
  );
  const changes = found.map(({ body }) => body.data).toSorted((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status));
  assert.deepEqual(
    changes.map(({ status }) => status),
    statuses,
  );
  return changes;
};

async function review(stage: Stage): Promise<void> {
  const { turn } = stage;
  await turn({ templateReview: { approveAfterMs: 100, pauseAfterMs: 500 } });
  const paused = await submitted(stage, 'order_paused');
  await becomes(stage, paused.id, 'paused');
  await heard(stage, paused.id, ['pending', 'approved', 'paused']);
  await turn({ templateReview: { approveAfterMs: 100, rejectWith: 'PROMOTIONAL' } });
  const rejected = await submitted(stage, 'order_rejected');
  assert.match((await becomes(stage, rejected.id, 'rejected')).reason, /promotional/i);
  await heard(stage, rejected.id, ['pending', 'rejected']);
}

/** Returns the vendor id of a template by name. */
async function idAtMeta({ phone, tenant }: Stage, name: string): Promise<string | undefined> {
  const { wabaId, accessToken } = await phone.account();
  const url = `${tenant.sandboxUrl}/graph/v24.0/${wabaId}/message_templates?name=${name}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } });
  return ((await answer.json()) as Json).data[0]?.id;
}

/** Only a known template may start a conversation. */
async function enforced(stage: Stage): Promise<void> {
  const { turn, api, channelId, phone, person, becomes: message } = stage;
  // The review does not end, and a forged callback says that it has.
  await turn({ enforceTemplates: true, templateReview: { approveAfterMs: 3_600_000 } });
  const template = await submitted(stage, 'order_unknown');
  const vendorId = await until(
    () => idAtMeta(stage, 'order_unknown'),
    (id) => id !== undefined,
  );
  const named = {
    message_template_name: 'order_unknown',
    message_template_language: 'en_US',
    message_template_id: Number(vendorId),
  };
  await phone.emit([{ template: { event: 'APPROVED', reason: 'NONE', ...named } }]);
  await becomes(stage, template.id, 'approved');
  const { id: contactId } = await api.post('/v3/contacts', { firstName: 'Ada', phoneNumber: person() });
  const body = { contactId, channelId, type: 'template', template: { id: template.id, variables: { 1: 'Ada' } } };
  const failed = await message((await api.post('/v3/messages', body)).id, isFailed);
  assert.equal(failed.errors[0].code, '132001');
  await turn({ enforceTemplates: false });
  await message((await api.post('/v3/messages', body)).id, isTaken);
}

export const templateScenes: Scene[] = [
  { name: 'templateReview', kinds: ['whatsapp'], play: review },
  { name: 'enforceTemplates', kinds: ['whatsapp'], play: enforced },
];
