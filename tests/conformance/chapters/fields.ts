import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, type Check, check, checkV2, shared } from '../check.ts';
import { succeeded } from '../expect.ts';
import {
  newAttribute,
  newChannel,
  newChat,
  newContact,
  newLabel,
  newV2Webhook,
  newWebhook,
  uniqueEmail,
  uniqueExternalId,
} from '../fixtures.ts';
import {
  attributeFields,
  chatFields,
  contactFields,
  type Fields,
  handleFields,
  hasField,
  hasFields,
  v2WebhookFields,
  webhookFields,
} from '../shapes.ts';

/** One row of a table of the specification is one sentence. */
const rows = (what: string, fields: Fields, read: (api: Api) => Promise<Json>, make = check): Check[] =>
  Object.entries(fields).map(([name, type]) =>
    make(`${what} always has ${name}: ${type}`, async (api) => hasField(await read(api), name, type)),
  );

const readChat = shared(async (api) => succeeded(await api.get(`/v3/chats/${(await newChat(api)).id}`)));
const readContact = shared(async (api) => succeeded(await api.get(`/v3/contacts/${(await newContact(api)).id}`)));
const readAttribute = shared(async (api) => newAttribute(api));
const readWebhook = shared(async (api) => succeeded(await api.get(`/v3/api_webhooks/${(await newWebhook(api)).id}`)));
const readV2Webhook = shared(async (api) => newV2Webhook(api));

/** A contact about which nothing is known. */
const emptyContact = shared(async (api) => succeeded(await api.post('/v3/contacts', {}), 201));

export const fields: Chapter = {
  title: 'Resources and their fields',
  checks: [
    ...rows('A chat', chatFields, readChat),
    check('A chat without messages has latestMessage null, unreadCount 0, isUnread false and openUntil null', async (api) => {
      const { latestMessage, unreadCount, isUnread, openUntil } = await readChat(api);
      assert.deepEqual(
        { latestMessage, unreadCount, isUnread, openUntil },
        { latestMessage: null, unreadCount: 0, isUnread: false, openUntil: null },
      );
    }),
    check('An unassigned chat has assignedUserId and assignedTeamId null', async (api) => {
      const { assignedUserId, assignedTeamId } = await readChat(api);
      assert.deepEqual([assignedUserId, assignedTeamId], [null, null]);
    }),
    check('The contact embedded in a chat is the whole contact, as reading it by its id shows it', async (api) => {
      const { id } = await newChat(api);
      const chat = succeeded(await api.get(`/v3/chats/${id}`));
      assert.equal(chat.contact.id, chat.contactId);
      assert.deepEqual(chat.contact, succeeded(await api.get(`/v3/contacts/${chat.contactId}`)));
    }),
    check('The handle embedded in a chat is one of its contact’s, with every field of a handle', async (api) => {
      const chat = await readChat(api);
      assert.equal(chat.handle.id, chat.handleId);
      hasFields(chat.handle, handleFields);
      assert.ok(chat.contact.handles.some((handle: Json) => handle.id === chat.handleId));
    }),
    ...rows('A contact', contactFields, readContact),
    ...Object.entries(contactFields).flatMap(([name, type]) =>
      type.endsWith('null')
        ? [
            check(`A contact of which ${name} is unknown says null`, async (api) =>
              assert.equal((await emptyContact(api))[name], null),
            ),
          ]
        : [],
    ),
    check('A contact of which nothing is known has empty lists, empty metadata, and is subscribed', async (api) => {
      const { handles, labels, attributes, chats, metadata, isSubscribed } = await emptyContact(api);
      assert.deepEqual([handles, labels, attributes, chats, metadata, isSubscribed], [[], [], [], [], {}, true]);
    }),
    ...rows('A handle', handleFields, async (api) => (await readContact(api)).handles[0]),
    check('A handle says whether it has chats', async (api) => {
      const contact = await newContact(api, { email: uniqueEmail() });
      await api.post('/v3/chats', { contactId: contact.id, channelId: (await newChannel(api)).id });
      const { handles } = succeeded(await api.get(`/v3/contacts/${contact.id}`));
      const has = Object.fromEntries(handles.map((handle: Json) => [handle.type, handle.hasChats]));
      assert.deepEqual(has, { phone_number: true, email: false });
    }),
    check('A label on a contact is { id, name, color }', async (api) => {
      const { id, name, color } = await newLabel(api);
      assert.deepEqual((await newContact(api, { labels: [{ id }] })).labels, [{ id, name, color }]);
    }),
    check('A chat of a contact is { id, channelId, status, updatedAt }', async (api) => {
      const chat = await newChat(api);
      const { chats } = succeeded(await api.get(`/v3/contacts/${chat.contactId}`));
      assert.deepEqual(chats, [{ id: chat.id, channelId: chat.channelId, status: 'open', updatedAt: chat.updatedAt }]);
    }),
    checkV2('An attribute of a contact is { id, externalId, name, type, value }', async (api) => {
      const { id, externalId, name } = await newAttribute(api);
      const { attributes } = await newContact(api, { attributes: [{ id, value: 'forty-two' }] });
      assert.deepEqual(attributes, [{ id, externalId, name, type: 'text', value: 'forty-two' }]);
    }),
    ...rows('A webhook', webhookFields, readWebhook),
    check('Every event object of a webhook has scopes, and every scope has type and ids', async (api) => {
      const scopes = [{ type: 'channel', ids: [(await newChannel(api)).id] }];
      const { events } = await newWebhook(api, { events: [{ scopes }, {}] });
      for (const event of events) hasField(event, 'scopes', 'array');
      hasFields(events[0].scopes[0], { type: 'string', ids: 'array' });
      assert.deepEqual(events[0].scopes, scopes);
    }),
    ...rows('A v2 webhook', v2WebhookFields, readV2Webhook, checkV2),
    ...rows('A v2 attribute', attributeFields, readAttribute, checkV2),
    checkV2('A v2 attribute leaves description out when it is not set, instead of saying null', async (api) => {
      assert.ok(!('description' in (await newAttribute(api))));
      assert.ok(!('description' in (await newAttribute(api, { description: null }))));
    }),
    checkV2('A v2 attribute carries externalId and description, as strings, when they are set', async (api) => {
      const externalId = uniqueExternalId();
      const attribute = await newAttribute(api, { externalId, description: 'European sizes' });
      assert.deepEqual([attribute.externalId, attribute.description], [externalId, 'European sizes']);
    }),
  ],
};
