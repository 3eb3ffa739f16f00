import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { given } from '../test-kit/given.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());

test('DELETE /v3/message_templates/:id 200: those that use it show it as a problem, an event names them, and a run says which it was', async () => {
  const { tenant, baseUrl, get, post, del } = await given();
  const { channelId } = await connect('sms', { apiUrl: baseUrl, token: tenant.token, sandbox });
  const { id: contactId } = await tenant.contact();
  const text = { name: 'order_shipped', language: 'en', body: { text: 'It is on its way' } };
  const made = await post('/v3/message_templates', { channelId, ...text, category: 'utility' });
  assert.equal(made.status, 201, made.text);
  const templateId: string = made.body.data.id;
  await post(`/v3/message_templates/${templateId}/submit`);
  const automation = (
    await post('/v3/automations', {
      name: 'Shipped',
      trigger: { type: 'api', parameters: { channelId } },
      steps: [
        { id: 'tell', type: 'send_template', templateId, variables: {}, next: 'end' },
        { id: 'end', type: 'end' },
      ],
    })
  ).body.data;
  const published = await post(`/v3/automations/${automation.id}/publish`, {});
  assert.deepEqual(published.body.data.problems, [], published.text);
  const content = { type: 'template', template: { id: templateId, variables: {} } };
  const campaign = (await post('/v3/campaigns', { channelId, name: 'Shipped', content, audience: { contactIds: [contactId] } }))
    .body.data;
  assert.deepEqual(campaign.problems, []);

  assert.deepEqual((await del(`/v3/message_templates/${templateId}`)).body.data.deletedIds, [templateId]);
  const [problem, ...others] = (await get(`/v3/automations/${automation.id}`)).body.data.problems;
  assert.deepEqual([problem.key, problem.messageTemplateId, others], ['template_deleted', templateId, []]);
  assert.match(problem.message, /order_shipped/);
  const found = await post('/v3/automations/search', { query: `eq(id,"${automation.id}")` });
  assert.deepEqual(found.body.data[0].problems, [problem]);
  assert.deepEqual((await get(`/v3/campaigns/${campaign.id}`)).body.data.problems, [problem]);
  assert.deepEqual((await post('/v3/campaigns/search', {})).body.data[0].problems, [problem]);

  const events = await post('/v3/events/search', { query: 'eq(event,"template.deleted")' });
  assert.deepEqual(events.body.data[0].data, {
    id: templateId,
    name: 'order_shipped',
    language: 'en',
    automationIds: [automation.id],
    campaignIds: [campaign.id],
  });

  await post(`/v3/automations/${automation.id}/trigger`, { contactId });
  const run = await untilEnded(async () => (await post('/v3/automation_runs/search', {})).body.data[0]);
  assert.equal(run.status, 'failed');
  const { steps } = (await get(`/v3/automation_runs/${run.id}`)).body.data;
  assert.match(JSON.stringify([run, steps]), /order_shipped \(en, [0-9a-f-]+\) was deleted/);
});

test('DELETE /v3/message_templates/:id 200: a template that is not there is no event', async () => {
  const { tenant, post, del } = await given();
  assert.deepEqual((await del(`/v3/message_templates/${tenant.id}`)).body.data.notFoundIds, [tenant.id]);
  assert.deepEqual((await post('/v3/events/search', { query: 'eq(event,"template.deleted")' })).body.data, []);
});

// biome-ignore lint/suspicious/noExplicitAny: the test reads whatever was answered
async function untilEnded(read: () => Promise<any>): Promise<any> {
  for (const endsAt = Date.now() + 120_000; Date.now() < endsAt; await wait(50)) {
    const run = await read();
    if (run?.endedAt) return run;
  }
  throw new Error('the run did not end within 120 s');
}
