import assert from 'node:assert/strict';
import { until } from '../api.ts';
import { personOn } from './accounts.ts';
import type { Promised } from './promised.ts';

/** A stopped channel is checked every half minute. */
const QUEUE_GOES_ON_WITHIN_MS = 120_000;

/** With an invalid token nothing is lost and nothing is sent, until the settings are corrected. */
const keepRecovery: Promised['keep'] = async ({ kind }, { line: open, tenant: { api } }) => {
  const { phone, channelId } = await open();
  await phone.write({ from: personOn(kind, 1).from, text: 'Hello', subject: 'Hello' });
  const [chat] = await until(
    () => api.all('/v3/chats/search', `eq(channelId,"${channelId}")`),
    (chats) => chats.length === 1,
  );
  await phone.turn({ tokenExpired: true });
  const { id } = await api.post(`/v3/chats/${chat.id}/messages`, { text: 'Waits' });
  const stopped = await until(
    () => api.get(`/v3/channels/${channelId}`),
    ({ status }) => status === 'error',
  );
  assert.ok(stopped.statusReason?.length > 5, 'the channel does not say why it stopped');
  const refused = await api.call('POST', `/v3/chats/${chat.id}/messages`, { text: 'Too late' });
  assert.deepEqual([refused.status, refused.body.error.messageKey], [409, 'conflict']);
  assert.equal((await api.get(`/v3/messages/${id}`)).status, 'pending');
  await phone.turn({ tokenExpired: false });
  const account = await phone.account();
  const secret =
    kind === 'email'
      ? { smtpPassword: account.password }
      : kind === 'sms'
        ? { authToken: account.authToken }
        : { accessToken: account.accessToken };
  const mended = await api.put(`/v3/channels/${channelId}`, { settings: secret });
  assert.deepEqual([mended.status, mended.statusReason], ['active', null]);
  await until(
    () => api.get(`/v3/messages/${id}`),
    ({ sendState }) => sendState === 'accepted',
    QUEUE_GOES_ON_WITHIN_MS,
  );
  const { accepted, duplicateOwnIds } = await phone.summary();
  assert.deepEqual([accepted, duplicateOwnIds], [1, 0]);
};

export const recoveryPromises: Promised[] = [
  { name: 'an expired token stops the channel, and mending it lets the queue go on', keep: keepRecovery },
];
