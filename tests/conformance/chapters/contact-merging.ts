import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { moved, newStage, recipientsOf, statisticsOf, whenCampaignIs } from '../campaigns.ts';
import { type Chapter, check, checkDelivery, checkProvider } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newContact, newLabel, newWebhook, uniqueEmail, uniqueExternalId, unknownId } from '../fixtures.ts';
import { aWhile } from '../queue.ts';
import type { Received } from '../receiver.ts';
import { until } from '../until.ts';

const byId = (a: Json, b: Json): number => (a.id < b.id ? -1 : 1);

const merge = (api: Api, id: string, contactId: unknown, options = {}) =>
  api.post(`/v3/contacts/${id}/merge`, { contactId }, options);

export const contactMerging: Chapter = {
  title: 'Merging contacts',
  checks: [
    check('POST /contacts/{contactId}/merge: the base wins where it has a value, and takes what it lacks', async (api) => {
      const email = uniqueEmail();
      const base = await newContact(api, { lastName: null, metadata: { a: 1 } });
      const other = await newContact(api, { firstName: 'Augusta', lastName: 'King', email, metadata: { a: 2, b: 3 } });
      const merged = succeeded(await merge(api, base.id, other.id));
      assert.deepEqual([merged.id, merged.firstName, merged.lastName], [base.id, 'Ada', 'King']);
      assert.deepEqual([merged.phoneNumber, merged.email], [base.phoneNumber, email]);
      assert.deepEqual(merged.metadata, { a: 1, b: 3 });
      assert.equal(merged.handles.length, 3);
    }),
    check('Labels and attribute values move; of two values of one attribute the base’s stays', async (api) => {
      const made = await api.post('/v3/attributes', { name: 'Shoes', externalId: uniqueExternalId(), type: 'text' });
      const [attribute, one, two] = [succeeded(made, 201), await newLabel(api), await newLabel(api)];
      const value = (text: string) => [{ id: attribute.id, value: text }];
      const base = await newContact(api, { labels: [{ id: one.id }], attributes: value('base') });
      const other = await newContact(api, { labels: [{ id: one.id }, { id: two.id }], attributes: value('other') });
      const merged = succeeded(await merge(api, base.id, other.id));
      assert.deepEqual(merged.labels.map(({ id }: Json) => id).sort(), [one.id, two.id].sort());
      assert.deepEqual(
        merged.attributes.map(({ value }: Json) => value),
        ['base'],
      );
    }),
    check('Chats move and keep the order of their messages', async (api) => {
      const [base, chat] = [await newContact(api), await newChat(api)];
      succeeded(await merge(api, base.id, chat.contactId));
      assert.equal(succeeded(await api.get(`/v3/chats/${chat.id}`)).contactId, base.id);
    }),
    check(
      'An address that was unsubscribed stays so, whichever side it was on; isSubscribed is false when all are',
      async (api) => {
        for (const [ours, theirs] of [
          [true, false],
          [false, true],
          [false, false],
        ]) {
          const base = await newContact(api, { isSubscribed: ours });
          const other = await newContact(api, { isSubscribed: theirs });
          assert.equal(succeeded(await merge(api, base.id, other.id)).isSubscribed, ours || theirs);
          const found = succeeded(await api.post('/v3/consents/search', { query: `eq(contactId,"${base.id}")` }));
          assert.equal(found.length, Number(!ours) + Number(!theirs));
        }
      },
    ),
    check('The other id answers with the base contact, through a chain of merges', async (api) => {
      const [a, b, c] = [await newContact(api), await newContact(api), await newContact(api)];
      succeeded(await merge(api, b.id, a.id));
      succeeded(await merge(api, c.id, b.id));
      for (const { id } of [a, b, c]) assert.equal(succeeded(await api.get(`/v3/contacts/${id}`)).id, c.id);
      assert.equal(succeeded(await api.put(`/v3/contacts/${a.id}`, { firstName: 'Once' })).id, c.id);
      assert.equal(succeeded(await api.get(`/v3/contacts/${c.id}`)).firstName, 'Once');
    }),
    check('Merging again changes nothing and answers the base', async (api) => {
      const [base, other] = [await newContact(api), await newContact(api)];
      const first = succeeded(await merge(api, base.id, other.id));
      assert.deepEqual(succeeded(await merge(api, base.id, other.id)), first);
    }),
    checkProvider(
      'Two of one campaign become one person, who is written to once; the other’s row stays and says why',
      async (api, provider) => {
        const { line, people, campaign } = await newStage(api, provider, 8, {}, { ratePerSecond: 1 });
        await moved(api, campaign.id, 'start');
        await until(
          'everybody planned',
          () => recipientsOf(api, campaign.id),
          ({ length }) => length === people.length,
        );
        await moved(api, campaign.id, 'pause');
        const [base, other] = people.toSorted(byId).slice(-2) as [Json, Json]; // those whose turn comes last
        succeeded(await merge(api, base.id, other.id));
        const settled = (await recipientsOf(api, campaign.id)).filter(({ error }) => error?.key === 'contact_merged');
        assert.equal(settled.length, 1);
        assert.ok(['skipped', 'cancelled'].includes(settled[0]?.state));
        await moved(api, campaign.id, 'resume');
        await whenCampaignIs(api, campaign.id, 'completed');
        const to = (await line.sent()).map((send) => send.to);
        assert.deepEqual([to.length, new Set(to).size], [7, 7]);
        const { counts } = await statisticsOf(api, campaign.id);
        assert.deepEqual([counts.recipients, counts.sent, counts.skipped + counts.cancelled], [8, 7, 1]);
      },
    ),
    checkProvider('An audience that names both means the base, and once', async (api, provider) => {
      const { line, people, campaign } = await newStage(api, provider, 3);
      const [base, other] = people as [Json, Json];
      succeeded(await merge(api, base.id, other.id));
      await moved(api, campaign.id, 'start');
      await whenCampaignIs(api, campaign.id, 'completed');
      assert.equal((await line.sent()).length, 2);
      assert.ok(!(await recipientsOf(api, campaign.id)).some(({ contactId }) => contactId === other.id));
    }),
    checkDelivery('contact.merged is published once, with both ids', async (api, inbox) => {
      const box = inbox();
      await newWebhook(api, { url: box.url, events: [{ type: 'contact.merged' }] });
      const [base, other] = [await newContact(api), await newContact(api)];
      await merge(api, base.id, other.id);
      await merge(api, base.id, other.id);
      const isAboutIt = ({ body }: Received) => body.data.id === base.id;
      const { body } = await box.first('contact.merged', isAboutIt);
      assert.deepEqual(body.data, { id: base.id, mergedId: other.id });
      await aWhile();
      assert.equal(box.all().filter(isAboutIt).length, 1);
    }),
    check('A contact cannot be merged with itself, with an unknown contact, or without an id', async (api) => {
      const { id } = await newContact(api);
      refused(await merge(api, id, id), 'contactId', 'custom');
      refused(await api.post(`/v3/contacts/${id}/merge`, {}), 'contactId', 'required');
      refused(await merge(api, id, 7), 'contactId', 'invalid_type');
      refused(await api.post(`/v3/contacts/${id}/merge`, { contactId: unknownId(), force: true }), 'force', 'unrecognized_keys');
      failed(await merge(api, id, unknownId()), 404, 'contact_not_found');
      failed(await merge(api, unknownId(), id), 404, 'contact_not_found');
      failed(await merge(api, 'nobody', id), 404, 'contact_not_found');
    }),
    check('A contact of another tenant gets the same response as an unknown one, on either side', async (api) => {
      const [mine, theirs] = [await newContact(api), await newContact(api, {}, { token: api.otherToken })];
      alike(await merge(api, mine.id, theirs.id), await merge(api, mine.id, unknownId()));
      alike(await merge(api, theirs.id, mine.id), await merge(api, unknownId(), mine.id));
    }),
    check('Merging needs contacts.write', async (api) => {
      const [base, other] = [await newContact(api), await newContact(api)];
      const token = await narrowToken(api, 'contacts.read');
      failed(await merge(api, base.id, other.id, { token }), 403, 'forbidden');
    }),
  ],
};
