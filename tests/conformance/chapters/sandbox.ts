import { type Chapter, checkOwn } from '../check.ts';
import { failed, refused } from '../expect.ts';
import { newChat, unknownId } from '../fixtures.ts';

/** The tenants of this kit are live tenants. What a sandbox tenant can do is tested in server/src/http/sandbox.test.ts. */
export const sandbox: Chapter = {
  title: 'The sandbox',
  checks: [
    checkOwn('every operation of /sandbox answers a live tenant with 403 sandbox_tenant_required', async ({ current: api }) => {
      const { id: chatId, channelId } = await newChat(api);
      const channel = `/v3/sandbox/channels/${channelId}`;
      const answers = [
        await api.get('/v3/sandbox/channels'),
        await api.get(channel),
        await api.put(channel, { delayMs: 100 }),
        await api.post(`${channel}/reset`, {}),
        await api.get(`${channel}/people`),
        await api.post(`${channel}/phone`, { address: '+15550001111' }),
        await api.post(`${channel}/messages`, { from: '+15550001111', text: 'Hello' }),
        await api.get(`${channel}/requests`),
        await api.post(`/v3/sandbox/chats/${chatId}/close_window`, {}),
        await api.get(`/v3/sandbox/channels/${unknownId()}`),
      ];
      for (const answer of answers) failed(answer, 403, 'sandbox_tenant_required');
    }),
    checkOwn('POST /sandbox/channels/{channelId}/messages needs something that the customer does', async ({ current: api }) => {
      const path = `/v3/sandbox/channels/${unknownId()}/messages`;
      refused(await api.post(path, { from: '+15550001111' }), 'text', 'custom');
      refused(await api.post(path, { text: 'Hello' }), 'from', 'required');
    }),
    checkOwn('POST /sessions/link answers 404 where no developer works: this server has no sandbox', async ({ current: api }) => {
      failed(await api.post('/v3/sessions/link', { token: 'a'.repeat(64) }), 404, 'sign_in_link_not_found');
    }),
  ],
};
