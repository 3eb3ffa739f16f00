import assert from 'node:assert/strict';
import { kinds } from '../../../sandbox/src/index.ts';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newChannel, newChat, newLabel, unique, unknownId } from '../fixtures.ts';
import { channelFields, hasFields, hasOnly, labelFields } from '../shapes.ts';

export const labelsAndChannels: Chapter = {
  title: 'Labels and channels',
  checks: [
    check('POST /labels makes a label with every field, that can then be read', async (api) => {
      const label = await newLabel(api, { color: '#00ff88' });
      hasFields(label, labelFields);
      assert.equal(label.color, '#00ff88');
      assert.deepEqual(succeeded(await api.get(`/v3/labels/${label.id}`)), label);
    }),
    check('A label needs a name, and its colour must be written like #22c55e', async (api) => {
      refused(await api.post('/v3/labels', {}), 'name', 'required');
      refused(await api.post('/v3/labels', { name: '  ' }), 'name', 'too_small');
      refused(await api.post('/v3/labels', { name: unique('label'), color: 'green' }), 'color', 'invalid_string');
    }),
    check('A second label of the same name, whatever its case, is 409 conflict', async (api) => {
      const { name } = await newLabel(api);
      failed(await api.post('/v3/labels', { name: name.toUpperCase() }), 409, 'conflict');
    }),
    check('PUT /labels/{labelId} changes what is given and keeps the rest', async (api) => {
      const { id, name } = await newLabel(api, { color: '#111111' });
      const changed = succeeded(await api.put(`/v3/labels/${id}`, { color: '#222222' }));
      assert.deepEqual([changed.name, changed.color], [name, '#222222']);
    }),
    check('Renaming a label to a name that is taken is 409 conflict', async (api) => {
      const [one, two] = [await newLabel(api), await newLabel(api)];
      failed(await api.put(`/v3/labels/${one.id}`, { name: two.name }), 409, 'conflict');
    }),
    check('A label that does not exist is 404 label_not_found', async (api) => {
      for (const id of [unknownId(), 'no-id']) {
        failed(await api.get(`/v3/labels/${id}`), 404, 'label_not_found');
        failed(await api.put(`/v3/labels/${id}`, {}), 404, 'label_not_found');
      }
    }),
    check('DELETE /labels/{labelId} answers a delete result; twice is under notFoundIds', async (api) => {
      const { id } = await newLabel(api);
      assert.deepEqual(succeeded(await api.del(`/v3/labels/${id}`)), { deletedIds: [id], notFoundIds: [] });
      assert.deepEqual(succeeded(await api.del(`/v3/labels/${id}`)), { deletedIds: [], notFoundIds: [id] });
      failed(await api.get(`/v3/labels/${id}`), 404, 'label_not_found');
    }),
    check('POST /channels makes an active channel of each type', async (api) => {
      for (const type of kinds) {
        const channel = await newChannel(api, type);
        hasOnly(channel, channelFields);
        assert.deepEqual([channel.type, channel.status], [type, 'active']);
        assert.deepEqual(succeeded(await api.get(`/v3/channels/${channel.id}`)), channel);
      }
    }),
    check('A channel of another kind, or without a kind or a name, is refused', async (api) => {
      refused(await api.post('/v3/channels', { type: 'fax', name: 'x' }), 'type', 'invalid_enum_value');
      const reply = await api.post('/v3/channels', {});
      refused(reply, 'type', 'required');
      refused(reply, 'name', 'required');
    }),
    check('PUT /channels/{channelId} renames and pauses; its kind cannot be changed', async (api) => {
      const { id, name } = await newChannel(api);
      const paused = succeeded(await api.put(`/v3/channels/${id}`, { status: 'paused' }));
      assert.deepEqual([paused.name, paused.status], [name, 'paused']);
      refused(await api.put(`/v3/channels/${id}`, { type: 'sms' }), 'type', 'unrecognized_keys');
      refused(await api.put(`/v3/channels/${id}`, { status: 'off' }), 'status', 'invalid_enum_value');
    }),
    check('A channel that does not exist is 404 channel_not_found', async (api) => {
      for (const id of [unknownId(), 'no-id']) {
        failed(await api.get(`/v3/channels/${id}`), 404, 'channel_not_found');
        failed(await api.put(`/v3/channels/${id}`, {}), 404, 'channel_not_found');
      }
    }),
    check('DELETE /channels/{channelId} answers a delete result; twice is under notFoundIds', async (api) => {
      const { id } = await newChannel(api);
      assert.deepEqual(succeeded(await api.del(`/v3/channels/${id}`)), { deletedIds: [id], notFoundIds: [] });
      assert.deepEqual(succeeded(await api.del(`/v3/channels/${id}`)), { deletedIds: [], notFoundIds: [id] });
    }),
    check('A channel that still has chats is not deleted: 409 conflict, and the chat is there', async (api) => {
      const chat = await newChat(api);
      failed(await api.del(`/v3/channels/${chat.channelId}`), 409, 'conflict');
      succeeded(await api.get(`/v3/chats/${chat.id}`));
    }),
  ],
};
