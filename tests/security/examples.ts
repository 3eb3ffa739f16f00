const templateText = { name: '{unique}', language: 'en', category: 'utility', body: { text: '{unique}' } };
const campaign = { name: '{unique}', channelId: '{channel}' };
/** The keys of a browser: any valid ones. */
const browserKeys = {
  p256dh: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const automation = { name: '{unique}', trigger: { type: 'api' }, steps: [{ id: 'a', type: 'end' }] };

/**
 * The body of each operation. `{contact}` is the id of a contact: every such parameter is probed with foreign, deleted, unknown and
 * malformed ids. `{unique}` and `{phone}` are new values.
 * Searches with a query need no line: their id fields are read from the server.
 * An operation with a body and without a line ends the program.
 */
export const examples: Record<string, object[]> = {
  createChat: [
    { channelId: '{channel}', contactId: '{contact}' },
    { channelId: '{channel}', contactId: '{contact}', handleId: '{handle}', isSensitive: true },
  ],
  updateChat: [{ isSensitive: true }],
  setChatStatus: [{ status: 'closed' }, {}],
  assignChat: [{ userId: '{user}', teamId: '{team}' }, { teamId: null }],
  markChatRead: [{}],
  markChatUnread: [{}],
  countChats: [
    { queries: [{}, { search: '{unique}' }] },
    { queries: [{ query: 'eq(contactId,"{contact}")' }, { query: 'eq(labelId,"{label}")' }] },
  ],
  createBulkAction: [
    { ids: ['{chat}'], action: 'close' },
    { ids: ['{chat}'], action: 'assign', userId: '{user}', teamId: '{team}' },
    { ids: ['{chat}'], action: 'label', labelIds: ['{label}'] },
    { search: '{unique}', action: 'mark_read' },
  ],
  cancelBulkAction: [{}],
  searchAllMessages: [
    { text: 'victoria' },
    { text: 'message' },
    { text: 'message', chatId: '{chat}' },
    { text: 'message', channelId: '{busyChannel}', contactId: '{otherContact}' },
  ],
  createNote: [{ text: '{unique}' }, { text: '{unique}', mentions: ['{user}'], fileIds: ['{file}'] }],
  updateNote: [{ text: '{unique}' }, { mentions: ['{user}'], fileIds: ['{file}'] }],
  saveDraft: [{ text: '{unique}' }, { text: '{unique}', mode: 'note', fileIds: ['{file}'] }],
  announcePresence: [{ state: 'viewing' }],
  createSnippet: [
    { shortcut: '{unique}', text: '{unique}' },
    { shortcut: '{unique}', text: '{unique}', teamId: '{team}', fileIds: ['{file}'] },
  ],
  updateSnippet: [{ text: '{unique}' }, { teamId: '{team}', fileIds: ['{file}'] }],
  createView: [
    { name: '{unique}', resource: 'chats' },
    { name: '{unique}', resource: 'contacts', sharedWith: 'team', teamId: '{team}' },
  ],
  updateView: [{ name: '{unique}' }, { sharedWith: 'team', teamId: '{team}' }],
  markNotificationsRead: [{ all: true }, { ids: ['{notification}'] }],
  createPushSubscription: [{ endpoint: 'https://push.example.com/{unique}', keys: browserKeys }],
  testPushSubscription: [{}],
  createUser: [
    { name: '{unique}', email: '{unique}@example.com' },
    { name: '{unique}', email: '{unique}@example.com', visibility: 'own', channelIds: ['{channel}'] },
  ],
  updateUser: [{ name: '{unique}', email: '{unique}@example.com' }, { channelIds: ['{channel}'] }],
  createTeam: [{ name: '{unique}' }, { name: '{unique}', members: [{ id: '{user}' }] }],
  updateTeam: [{ name: '{unique}' }],
  setMyAvailability: [{ availability: 'away' }],
  createBusinessHours: [{ name: '{unique}', timeZone: 'UTC', days: { monday: [{ from: '09:00', until: '17:00' }] } }],
  updateBusinessHours: [{ name: '{unique}' }],
  createSlaPolicy: [
    {
      name: '{unique}',
      firstReplyMinutes: 5,
      businessHoursId: '{businessHours}',
      channelIds: ['{channel}'],
      teamIds: ['{team}'],
      labelIds: ['{label}'],
    },
  ],
  updateSlaPolicy: [{ name: '{unique}' }, { businessHoursId: '{businessHours}' }],
  addTeamMembers: [{ members: [{ id: '{user}' }] }],
  createAttribute: [{ name: '{unique}', externalId: '{unique}', type: 'select', options: ['{unique}'] }],
  updateAttribute: [{ name: '{unique}' }],
  createContact: [
    { firstName: '{unique}', phoneNumber: '{phone}', email: '{unique}@example.com' },
    { firstName: '{unique}', handles: [{ type: 'external', value: '{unique}' }] },
    { firstName: '{unique}', labels: [{ id: '{label}' }], attributes: [{ id: '{attribute}', value: 'x' }] },
  ],
  updateContact: [{ lastName: '{unique}', phoneNumber: '{phone}' }, { attributes: [{ id: '{attribute}', value: 'x' }] }],
  mergeContacts: [{ contactId: '{otherContact}' }],
  eraseContact: [{}],
  createContactImport: [{ fileId: '{csvFile}', mapping: { Phone: 'phoneNumber' } }],
  cancelContactExport: [{}],
  cancelContactImport: [{}],
  createContactExport: [{ search: '{unique}' }],
  searchReports: [
    {
      metric: 'chats_opened',
      from: '2026-01-01T00:00:00Z',
      to: '2026-12-31T00:00:00Z',
      groupBy: ['channelId', 'userId', 'teamId'],
    },
    {
      metric: 'messages_sent',
      from: '2026-01-01T00:00:00Z',
      to: '2026-12-31T00:00:00Z',
      filters: { channelIds: ['{channel}'], userIds: ['{user}'], teamIds: ['{team}'] },
    },
  ],
  setSignInSettings: [{ requireSecondFactor: true }],
  setIdentityProvider: [{ issuer: 'https://id.example.com/{unique}', clientId: '{unique}', clientSecret: '{unique}' }],
  setRetention: [{ messageDays: null, eventDays: 7 }],
  addContactHandle: [{ type: 'external', value: '{unique}' }],
  addContactLabels: [{ labels: [{ id: '{label}' }] }],
  createLabel: [{ name: '{unique}' }],
  updateLabel: [{ name: '{unique}' }],
  createChannel: [{ type: 'sms', name: '{unique}' }],
  updateChannel: [{ name: '{unique}', status: 'paused' }, { defaultTeamId: '{team}' }],
  createMessageTemplate: [{ channelId: '{channel}', ...templateText }],
  updateMessageTemplate: [{ footer: '{unique}' }],
  submitMessageTemplate: [{}],
  sendMessage: [
    { text: '{unique}' },
    { text: '{unique}', replyTo: '{inboundMessage}' },
    { text: '{unique}', ifLatestMessageId: '{inboundMessage}' },
    { type: 'template', template: { id: '{approvedTemplate}' } },
  ],
  sendMessageToContact: [
    { contactId: '{contact}', channelId: '{channel}', text: '{unique}' },
    { contactId: '{contact}', channelId: '{channel}', type: 'image', media: { fileId: '{file}' } },
  ],
  cancelMessage: [{}],
  createAutomation: [
    { name: '{unique}', trigger: { type: 'label_added', parameters: { labelId: '{label}' } }, steps: [{ id: 'a', type: 'end' }] },
    { ...automation, trigger: { type: 'api', parameters: { channelId: '{channel}' } } },
    { ...automation, steps: [{ id: 'a', type: 'add_label', labelId: '{label}' }] },
    { ...automation, steps: [{ id: 'a', type: 'send_template', templateId: '{approvedTemplate}' }] },
    { ...automation, steps: [{ id: 'a', type: 'run_automation', automationId: '{automation}' }] },
    { ...automation, steps: [{ id: 'a', type: 'assign', userId: '{user}', teamId: '{team}' }] },
    { ...automation, steps: [{ id: 'a', type: 'business_hours', businessHoursId: '{businessHours}' }] },
  ],
  recordConsent: [{ handleId: '{handle}', channelId: '{channel}', purpose: 'marketing', state: 'granted' }],
  readConsentStates: [{}, { channelId: '{channel}' }],
  createSecret: [{ name: '{unique}', value: '{unique} value', hosts: ['api.example.com'] }],
  replaceSecret: [{ value: '{unique} value' }],
  updateAutomation: [{ name: '{unique}' }, { steps: [{ id: 'a', type: 'remove_label', labelId: '{label}' }] }],
  publishAutomation: [{}, { versionId: '{automationVersion}' }],
  pauseAutomation: [{}],
  archiveAutomation: [{}],
  simulateAutomation: [{ contact: { firstName: '{unique}' } }, { versionId: '{automationVersion}' }],
  triggerAutomation: [{ contactId: '{contact}' }, { chatId: '{chat}' }],
  cancelAutomationRun: [{}],
  retryAutomationRun: [{}],
  countAutomationSteps: [{}],
  createCampaign: [
    { ...campaign, content: { type: 'text', text: '{unique}' }, audience: { contactIds: ['{contact}'] } },
    { ...campaign, automationId: '{campaignAutomation}', audience: { labelIds: ['{label}'] } },
    { ...campaign, content: { type: 'image', media: { fileId: '{file}' } }, audience: { query: 'isNull(email)' } },
    { ...campaign, audience: { upload: { fileId: '{file}', mapping: { Phone: 'phoneNumber' } } } },
    { ...campaign, channelId: '{busyChannel}', content: { type: 'template', template: { id: '{approvedTemplate}' } } },
  ],
  updateCampaign: [{ name: '{unique}' }, { channelId: '{channel}' }, { audience: { contactIds: ['{contact}'] } }],
  countCampaignAudience: [
    { channelId: '{channel}', audience: { contactIds: ['{contact}'] } },
    { channelId: '{channel}', audience: { labelIds: ['{label}'] } },
  ],
  previewCampaignSchedule: [{ recurrenceRules: ['FREQ=DAILY'] }],
  readCampaignTimeline: [{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }],
  startCampaign: [{}],
  pauseCampaign: [{}],
  resumeCampaign: [{}],
  cancelCampaign: [{}],
  retryCampaign: [{}, { includeUnknown: true }],
  createAccessToken: [
    { name: '{unique}', scopes: ['labels.read'] },
    { name: '{unique}', scopes: ['labels.read'], userId: '{user}' },
  ],
  /** A form with one file: its name and its bytes. */
  createFile: [{ name: '{unique}.txt', text: '{unique} content' }],
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
  v2CreateBroadcast: [
    {
      name: '{unique}',
      workflowId: '{campaignAutomation}',
      contacts: [
        {
          firstName: '{unique}',
          phoneNumber: '{phone}',
          attributes: [{ externalId: '{unique}', value: '{unique}' }],
          labels: [{ name: '{unique}' }],
        },
      ],
    },
  ],
  v2CreateAttribute: [{ name: '{unique}', externalId: '{unique}' }],
};
