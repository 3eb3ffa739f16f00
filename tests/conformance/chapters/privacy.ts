import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { moved, newStage, recipientsOf, statisticsOf, whenCampaignIs } from '../campaigns.ts';
import { type Chapter, check, checkDelivery, checkOwn, checkProvider } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newContact, newWebhook, uniqueEmail, unknownId } from '../fixtures.ts';
import { hasFields } from '../shapes.ts';
import { until } from '../until.ts';

const ERASURE = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  endedAt: 'timestamp | null',
  contactId: 'id',
  status: 'string',
  counts: 'object',
} as const;

const erase = (api: Api, id: string, options = {}) => api.post(`/v3/contacts/${id}/erase`, {}, options);

const erased = (api: Api, id: string): Promise<Json> =>
  until(
    `erasure ${id}`,
    async () => succeeded(await api.get(`/v3/contact_erasures/${id}`)),
    ({ status }) => status === 'completed',
  );

export const privacy: Chapter = {
  title: 'Erasing people, and how long things are kept',
  checks: [
    check('POST /contacts/{contactId}/erase begins an erasure, and GET returns when it is done', async (api) => {
      const contact = await newContact(api);
      const begun = succeeded(await erase(api, contact.id), 201);
      hasFields(begun, ERASURE);
      assert.equal(begun.contactId, contact.id);
      const done = await erased(api, begun.id);
      assert.equal(typeof done.endedAt, 'string');
      assert.deepEqual(Object.keys(done.counts).sort(), ['callbacks', 'events', 'files', 'messages']);
    }),
    check('An erased contact is not found, not listed, and cannot be erased or deleted again', async (api) => {
      const email = uniqueEmail();
      const { id } = await newContact(api, { email });
      succeeded(await erase(api, id), 201);
      failed(await api.get(`/v3/contacts/${id}`), 404, 'contact_not_found');
      failed(await api.put(`/v3/contacts/${id}`, { firstName: 'Again' }), 404, 'contact_not_found');
      failed(await erase(api, id), 404, 'contact_not_found');
      assert.deepEqual(succeeded(await api.del(`/v3/contacts/${id}`)), { deletedIds: [], notFoundIds: [id] });
      assert.deepEqual(succeeded(await api.post('/v3/contacts/search', { query: `eq(id,"${id}")` })), []);
      assert.deepEqual(succeeded(await api.post('/v3/contacts/search', { query: `eq(email,"${email}")` })), []);
      assert.notEqual((await newContact(api, { email })).id, id);
    }),
    check('The chats of an erased contact stay, without a name', async (api) => {
      const chat = await newChat(api);
      succeeded(await erase(api, chat.contactId), 201);
      const { contact, handle, status } = succeeded(await api.get(`/v3/chats/${chat.id}`));
      assert.deepEqual([contact.firstName, contact.phoneNumber, handle.value, status], [null, null, '', 'open']);
    }),
    check('Events of an erased contact are emptied; their rows stay', async (api) => {
      const contact = await newContact(api);
      const query = 'eq(event,"contact.created")';
      const before = succeeded(await api.post('/v3/events/search', { query, pagination: { limit: 100 } }));
      const { id } = before.find(({ data }: Json) => data.id === contact.id);
      await erased(api, succeeded(await erase(api, contact.id), 201).id);
      const [after] = succeeded(await api.post('/v3/events/search', { query: `eq(id,"${id}")` }));
      assert.deepEqual([after.event, after.data], ['contact.created', { isErased: true }]);
    }),
    checkProvider(
      'A campaign does not write to an erased contact, continues with the others, and its counts stay',
      async (api, provider) => {
        const { line, people, campaign } = await newStage(api, provider, 6, {}, { ratePerSecond: 1 });
        await moved(api, campaign.id, 'start');
        await until(
          'everybody planned',
          () => recipientsOf(api, campaign.id),
          ({ length }) => length === people.length,
        );
        await moved(api, campaign.id, 'pause');
        const { id } = people.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1) as Json; // whose turn comes last
        await erased(api, succeeded(await erase(api, id), 201).id);
        await moved(api, campaign.id, 'resume');
        await whenCampaignIs(api, campaign.id, 'completed');
        assert.equal((await line.sent()).length, 5);
        const [recipient] = await recipientsOf(api, campaign.id, { query: `eq(contactId,"${id}")` });
        assert.equal(recipient?.error.key, 'contact_erased');
        const { counts } = await statisticsOf(api, campaign.id);
        assert.deepEqual([counts.recipients, counts.sent, counts.skipped + counts.cancelled], [6, 5, 1]);
      },
    ),
    checkDelivery('contact.deleted is published, with the id and nothing else', async (api, inbox) => {
      const box = inbox();
      await newWebhook(api, { url: box.url, events: [{ type: 'contact.deleted' }] });
      const { id } = await newContact(api);
      succeeded(await erase(api, id), 201);
      const { body } = await box.first('contact.deleted', ({ body }) => body.data.id === id);
      assert.deepEqual(body.data, { id });
    }),
    check('An unknown contact cannot be erased; one of another tenant gets the same response', async (api) => {
      const theirs = await newContact(api, {}, { token: api.otherToken });
      failed(await erase(api, unknownId()), 404, 'contact_not_found');
      alike(await erase(api, theirs.id), await erase(api, unknownId()));
      succeeded(await api.get(`/v3/contacts/${theirs.id}`, { token: api.otherToken }));
      const { id } = succeeded(await erase(api, theirs.id, { token: api.otherToken }), 201);
      failed(await api.get(`/v3/contact_erasures/${id}`), 404, 'contact_erasure_not_found');
      alike(await api.get(`/v3/contact_erasures/${id}`), await api.get(`/v3/contact_erasures/${unknownId()}`));
      const { id: mine } = await newContact(api);
      refused(await api.post(`/v3/contacts/${mine}/erase`, { really: true }), 'really', 'unrecognized_keys');
      failed(await erase(api, mine, { token: await narrowToken(api, 'contacts.read') }), 403, 'forbidden');
    }),
    checkOwn('PUT /retention keeps a tenant’s wish, and null leaves it to the installation', async ({ current: api }) => {
      const { installation } = succeeded(await api.get('/v3/retention'));
      hasFields(installation, { messageDays: 'integer | null', eventDays: 'integer | null' });
      const set = await api.put('/v3/retention', { messageDays: 400, eventDays: 7 });
      assert.deepEqual(succeeded(set), { messageDays: 400, eventDays: 7, installation });
      assert.deepEqual(succeeded(await api.get('/v3/retention')), succeeded(set));
      const unset = await api.put('/v3/retention', { messageDays: null, eventDays: null });
      assert.deepEqual(succeeded(unset), { messageDays: null, eventDays: null, installation });
    }),
    check('Retention is whole days, at least one, never longer than the installation’s, and for admins', async (api) => {
      const put = (body: object, options = {}) => api.put('/v3/retention', body, options);
      refused(await put({ messageDays: 0, eventDays: null }), 'messageDays', 'too_small');
      refused(await put({ messageDays: null, eventDays: 1.5 }), 'eventDays', 'invalid_type');
      refused(await put({ messageDays: null }), 'eventDays', 'required');
      refused(await put({ messageDays: null, eventDays: null, fileDays: 1 }), 'fileDays', 'unrecognized_keys');
      refused(await put({ messageDays: null, eventDays: 36_500 }), 'eventDays', 'too_big');
      const token = await narrowToken(api, 'contacts.write', 'contacts.read');
      failed(await api.get('/v3/retention', { token }), 403, 'forbidden');
      failed(await put({ messageDays: null, eventDays: null }, { token }), 403, 'forbidden');
    }),
  ],
};
