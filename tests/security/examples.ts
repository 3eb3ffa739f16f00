/**
 * What each operation with a body is sent. `{contact}` is the id of a contact: every such place is probed with ids that
 * are someone else's, deleted, made up or broken. `{unique}` and `{phone}` are values nobody used before.
 * Searches need no line here: the fields that hold ids are asked of the server.
 * An operation with a body and no line stops the program, so that a new one cannot be forgotten.
 */
export const examples: Record<string, object[]> = {
  createChat: [
    { channelId: '{channel}', contactId: '{contact}' },
    { channelId: '{channel}', contactId: '{contact}', handleId: '{handle}', isSensitive: true },
  ],
  updateChat: [{ isSensitive: true }],
  setChatStatus: [{ status: 'closed' }, {}],
  markChatRead: [{}],
  createContact: [
    { firstName: '{unique}', phoneNumber: '{phone}', email: '{unique}@example.com' },
    { firstName: '{unique}', handles: [{ type: 'external', value: '{unique}' }] },
    { firstName: '{unique}', labels: [{ id: '{label}' }], attributes: [{ id: '{attribute}', value: 'x' }] },
  ],
  updateContact: [{ lastName: '{unique}', phoneNumber: '{phone}' }, { attributes: [{ id: '{attribute}', value: 'x' }] }],
  addContactLabels: [{ labels: [{ id: '{label}' }] }],
  createLabel: [{ name: '{unique}' }],
  updateLabel: [{ name: '{unique}' }],
  createChannel: [{ type: 'sms', name: '{unique}' }],
  updateChannel: [{ name: '{unique}', status: 'paused' }],
  createAccessToken: [{ name: '{unique}', scopes: ['labels.read'] }],
  createWebhook: [
    { url: 'https://example.com/{unique}', events: [{ type: 'message.received' }] },
    { url: 'https://example.com/{unique}', events: [{ scopes: [{ type: 'channel', ids: ['{channel}'] }] }] },
  ],
  updateWebhook: [{ url: 'https://example.com/{unique}' }, { events: [{ scopes: [{ type: 'channel', ids: ['{channel}'] }] }] }],
  rotateWebhookSecret: [{ overlapHours: 1 }],
  testWebhook: [{}],
  replayWebhook: [{ from: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' }],
  redeliver: [{}],
  v2CreateWebhook: [
    { tenantId: '{tenant}', type: 'SMS_MESSAGE_RECEIVED', url: 'https://example.com/{unique}', channelId: '{channel}' },
  ],
  v2UpdateWebhook: [{ isActive: false }],
  v2CreateAttribute: [{ name: '{unique}', externalId: '{unique}' }],
};
