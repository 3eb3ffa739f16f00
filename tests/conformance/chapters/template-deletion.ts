import assert from 'node:assert/strict';
import { connectedChannel } from '../accounts.ts';
import type { Api, Json } from '../api.ts';
import { newCampaign } from '../campaigns.ts';
import { type Chapter, check, checkProvider } from '../check.ts';
import { succeeded } from '../expect.ts';
import { newContact } from '../fixtures.ts';
import { until } from '../until.ts';
import { newAutomation } from './automations.ts';

const PATH = '/v3/message_templates';
let made = 0;

async function approvedTemplate(api: Api, channelId: string): Promise<Json> {
  const name = `gone_${process.pid}_${++made}`;
  const text = { name, language: 'en', category: 'utility', body: { text: 'It is on its way.' } };
  const { id } = succeeded(await api.post(PATH, { channelId, ...text }), 201);
  return succeeded(await api.post(`${PATH}/${id}/submit`));
}

/** A published automation that sends a template on an SMS channel, where templates are not reviewed. */
async function stage(api: Api): Promise<{ channelId: string; template: Json; automation: Json }> {
  const channelId: string = (await connectedChannel(api, 'sms')).channel.id;
  const template = await approvedTemplate(api, channelId);
  const steps = [
    { id: 'send', type: 'send_template', templateId: template.id, variables: {}, next: 'end' },
    { id: 'end', type: 'end' },
  ];
  const { id } = await newAutomation(api, { trigger: { type: 'api', parameters: { channelId } }, steps });
  return { channelId, template, automation: succeeded(await api.post(`/v3/automations/${id}/publish`)) };
}

const remove = async (api: Api, { id }: Json) => assert.deepEqual(succeeded(await api.del(`${PATH}/${id}`)).deletedIds, [id]);

export const templateDeletion: Chapter = {
  title: 'Templates that are deleted while they are used',
  checks: [
    check(
      'A template that a published automation uses can be deleted; the automation shows it in problems at once',
      async (api) => {
        const { template, automation } = await stage(api);
        assert.deepEqual(automation.problems, []);
        await remove(api, template);
        const { problems } = succeeded(await api.get(`/v3/automations/${automation.id}`));
        assert.deepEqual([problems.length, problems[0].key, problems[0].messageTemplateId], [1, 'template_deleted', template.id]);
        assert.ok(problems[0].message.includes(template.name), problems[0].message);
        const [found] = succeeded(await api.post('/v3/automations/search', { query: `eq(id,"${automation.id}")` }));
        assert.deepEqual(found.problems, problems);
      },
    ),
    check('A campaign that would send it shows it in problems', async (api) => {
      const { channelId, template } = await stage(api);
      const content = { type: 'template', template: { id: template.id, variables: {} } };
      const campaign = await newCampaign(api, { channelId, content, scheduledAt: '2099-01-01T12:00:00.000Z' });
      assert.deepEqual(campaign.problems, []);
      await remove(api, template);
      const { problems } = succeeded(await api.get(`/v3/campaigns/${campaign.id}`));
      assert.equal(problems[0].messageTemplateId, template.id);
    }),
    check('template.deleted names the template and what uses it', async (api) => {
      const { template, automation } = await stage(api);
      await remove(api, template);
      const query = 'eq(event,"template.deleted")';
      const events: Json[] = succeeded(await api.post('/v3/events/search', { query, sortBy: 'desc(createdAt)' }));
      const { data } = events.find((event) => event.data.id === template.id) as Json;
      assert.deepEqual([data.name, data.automationIds, data.campaignIds], [template.name, [automation.id], []]);
    }),
    checkProvider('A run that meets it fails with a message that names the template', async (api) => {
      const { template, automation } = await stage(api);
      await remove(api, template);
      const { id: contactId } = await newContact(api);
      await api.post(`/v3/automations/${automation.id}/trigger`, { contactId });
      const query = `eq(automationId,"${automation.id}")`;
      const read = async (): Promise<Json> => succeeded(await api.post('/v3/automation_runs/search', { query }))[0];
      const run = await until('the end of the run', read, (one) => one?.status === 'failed');
      assert.ok(run.error.message.includes(template.name), run.error.message);
    }),
  ],
};
