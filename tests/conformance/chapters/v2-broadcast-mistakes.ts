import assert from 'node:assert/strict';
import { connectedChannel } from '../accounts.ts';
import type { Api, Json, Reply } from '../api.ts';
import { CAMPAIGNS, newCampaign, writeCampaign } from '../campaigns.ts';
import { type Chapter, check, checkV2, shared } from '../check.ts';
import { refused, succeeded } from '../expect.ts';
import { newContact, unique, uniqueEmail, uniquePhoneNumber, unknownId } from '../fixtures.ts';
import { activeAutomation } from './automations.ts';

const LAST_YEAR = '2025-01-01T12:00:00.000Z';
const LATER = '2099-01-01T12:00:00.000Z';
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const stage = shared(async (api) => ({
  channelId: (await connectedChannel(api, 'sms')).channel.id as string,
  workflowId: (await activeAutomation(api)).id as string,
}));

async function post(api: Api, fields: object): Promise<Reply> {
  const { channelId, workflowId } = await stage(api);
  const reply = await api.post(`/v2/${channelId}/broadcasts`, { name: unique('broadcast'), workflowId, ...fields });
  if (reply.status === 200) api.keepInMind(`${CAMPAIGNS}/${reply.body.data.id}`);
  return reply;
}

const nobodyIsCalled = async (api: Api, firstName: string): Promise<void> =>
  assert.deepEqual(succeeded(await api.post('/v3/contacts/search', { query: `eq(firstName,"${firstName}")` })), []);

export const v2BroadcastMistakes: Chapter = {
  title: 'Version 2: mistakes in broadcasts',
  checks: [
    checkV2('A messageTemplateId that does not exist is refused', async (api) => {
      refused(await post(api, { messageTemplateId: unknownId() }), 'messageTemplateId', 'not_found');
    }),
    checkV2('A scheduledAt more than five minutes in the past is refused, and no contact is created', async (api) => {
      const firstName = unique('person');
      const contacts = [{ phoneNumber: uniquePhoneNumber(), firstName }];
      for (const scheduledAt of [LAST_YEAR, minutesAgo(7)])
        refused(await post(api, { contacts, isScheduled: true, scheduledAt }), 'scheduledAt', 'invalid_date');
      await nobodyIsCalled(api, firstName);
    }),
    checkV2('A scheduledAt of a moment ago is accepted', async (api) => {
      succeeded(await post(api, { isScheduled: true, scheduledAt: minutesAgo(2) }));
    }),
    checkV2('A variable that is there twice is refused', async (api) => {
      const variables = ['offer', 'name', 'offer'].map((name) => ({ name, value: 'x' }));
      refused(await post(api, { variables }), 'variables.2.name', 'custom');
    }),
    checkV2('A number without its country and one that is too long are refused with their paths', async (api) => {
      const contacts = [uniquePhoneNumber(), '015112345678', '12345678901234567890'].map((phoneNumber) => ({ phoneNumber }));
      const reply = await post(api, { contacts, isScheduled: true, scheduledAt: LATER });
      for (const i of [1, 2]) refused(reply, `contacts.${i}.phoneNumber`, 'invalid_string');
      assert.equal(reply.body.error.invalidParams['contacts.0.phoneNumber'], undefined);
    }),
    checkV2('An email that belongs to another contact is refused with its path', async (api) => {
      const { email }: Json = await newContact(api, { email: uniqueEmail() });
      const { phoneNumber }: Json = await newContact(api);
      const contacts = [{ phoneNumber: uniquePhoneNumber() }, { phoneNumber, email }];
      refused(await post(api, { contacts, isScheduled: true, scheduledAt: LATER }), 'contacts.1.email', 'custom');
    }),
    checkV2('All faults are named at once', async (api) => {
      const body = {
        messageTemplateId: unknownId(),
        scheduledAt: LAST_YEAR,
        contacts: [{ phoneNumber: '015112345678' }, { email: 'no address' }],
      };
      const reply = await post(api, body);
      for (const name of ['messageTemplateId', 'scheduledAt', 'contacts.0.phoneNumber', 'contacts.1.email'])
        assert.ok(reply.body.error.invalidParams[name], name);
    }),
    check('A v3 campaign cannot be written for a time in the past, nor changed to one', async (api) => {
      refused(await writeCampaign(api, { scheduledAt: LAST_YEAR }), 'scheduledAt', 'invalid_date');
      const { id } = await newCampaign(api, { scheduledAt: LATER });
      refused(await api.put(`${CAMPAIGNS}/${id}`, { scheduledAt: LAST_YEAR }), 'scheduledAt', 'invalid_date');
    }),
  ],
};
