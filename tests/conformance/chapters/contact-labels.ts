import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { refused, succeeded } from '../expect.ts';
import { newContact, newLabel, unknownId } from '../fixtures.ts';

const add = (api: Api, contact: Json, ...ids: unknown[]) =>
  api.post(`/v3/contacts/${contact.id}/labels`, { labels: ids.map((id) => ({ id })) });
const idsOf = (contact: Json): string[] => contact.labels.map((label: Json) => label.id).sort();
const labelsNow = async (api: Api, contact: Json) => idsOf(succeeded(await api.get(`/v3/contacts/${contact.id}`)));

export const contactLabels: Chapter = {
  title: 'Labels on a contact',
  checks: [
    check('POST /contacts/{contactId}/labels adds labels and answers the contact with them', async (api) => {
      const [contact, one, two] = [await newContact(api), await newLabel(api), await newLabel(api)];
      const labelled = succeeded(await add(api, contact, one.id, two.id));
      assert.equal(labelled.id, contact.id);
      assert.deepEqual(idsOf(labelled), [one.id, two.id].sort());
      assert.deepEqual(succeeded(await api.get(`/v3/contacts/${contact.id}`)), labelled);
    }),
    check('Labels that were there before stay', async (api) => {
      const [contact, one, two] = [await newContact(api), await newLabel(api), await newLabel(api)];
      succeeded(await add(api, contact, one.id));
      assert.deepEqual(idsOf(succeeded(await add(api, contact, two.id))), [one.id, two.id].sort());
    }),
    check('Adding a label that is there already changes nothing, not even updatedAt', async (api) => {
      const [contact, label] = [await newContact(api), await newLabel(api)];
      const once = succeeded(await add(api, contact, label.id));
      assert.deepEqual(succeeded(await add(api, contact, label.id)), once);
    }),
    check('The same label twice in one request is put on once', async (api) => {
      const [contact, label] = [await newContact(api), await newLabel(api)];
      assert.deepEqual(idsOf(succeeded(await add(api, contact, label.id, label.id))), [label.id]);
    }),
    check('An unknown label id is 400 with not_found at labels.N.id', async (api) => {
      const [contact, label] = [await newContact(api), await newLabel(api)];
      const reply = await add(api, contact, label.id, unknownId());
      refused(reply, 'labels.1.id', 'not_found');
      assert.deepEqual(Object.keys(reply.body.error.invalidParams), ['labels.1.id']);
    }),
    check('With one unknown label id none of the others is added', async (api) => {
      const [contact, label] = [await newContact(api), await newLabel(api)];
      refused(await add(api, contact, label.id, unknownId()), 'labels.1.id', 'not_found');
      assert.deepEqual(await labelsNow(api, contact), []);
    }),
    check('A label id that is no UUID is 400 with invalid_string', async (api) => {
      const contact = await newContact(api);
      for (const id of ['vip', '', '123']) refused(await add(api, contact, id), 'labels.0.id', 'invalid_string');
    }),
    check('A label id that is no string is 400 with invalid_type, a missing one with required', async (api) => {
      const contact = await newContact(api);
      refused(await add(api, contact, 7), 'labels.0.id', 'invalid_type');
      refused(await add(api, contact, undefined), 'labels.0.id', 'required');
    }),
    check('labels is required and must be an array', async (api) => {
      const path = `/v3/contacts/${(await newContact(api)).id}/labels`;
      refused(await api.post(path, {}), 'labels', 'required');
      refused(await api.post(path), 'labels', 'required');
      refused(await api.post(path, { labels: 'vip' }), 'labels', 'invalid_type');
    }),
    check('A field of a label other than id is refused with unrecognized_keys', async (api) => {
      const [contact, label] = [await newContact(api), await newLabel(api)];
      const body = { labels: [{ id: label.id, name: label.name }] };
      refused(await api.post(`/v3/contacts/${contact.id}/labels`, body), 'labels.0.name', 'unrecognized_keys');
      assert.deepEqual(await labelsNow(api, contact), []);
    }),
    check('An empty list adds nothing and answers the contact', async (api) => {
      const contact = await newContact(api);
      assert.deepEqual(succeeded(await add(api, contact)), contact);
    }),
    check('Deleting a label takes it off the contact', async (api) => {
      const label = await newLabel(api);
      const contact = await newContact(api, { labels: [{ id: label.id }] });
      assert.deepEqual(idsOf(contact), [label.id]);
      succeeded(await api.del(`/v3/labels/${label.id}`));
      assert.deepEqual(await labelsNow(api, contact), []);
    }),
  ],
};
