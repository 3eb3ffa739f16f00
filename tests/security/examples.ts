const templateText = { name: '{unique}', language: 'en', category: 'utility', body: { text: '{unique}' } };
const campaign = { name: '{unique}', channelId: '{channel}' };
const automation = { name: '{unique}', trigger: { type: 'api' }, steps: [{ id: 'a', type: 'end' }] };

/**
 * The body of each operation. `{contact}` is the id of a contact: every such parameter is probed with foreign, deleted, unknown and
 * malformed ids. `{unique}` and `{phone}` are new values.
 * Searches need no line: their id fields are read from the server.
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
  createNote: [{ text: '{unique}' }],
  updateNote: [{ text: '{unique}' }],
  createUser: [{ name: '{unique}', email: '{unique}@example.com' }],
  updateUser: [{ name: '{unique}', email: '{unique}@example.com' }],
  createTeam: [{ name: '{unique}' }, { name: '{unique}', members: [{ id: '{user}' }] }],
  updateTeam: [{ name: '{unique}' }],
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
  setRetention: [{ messageDays: null, eventDays: 7 }],
  addContactHandle: [{ type: 'external', value: '{unique}' }],
  addContactLabels: [{ labels: [{ id: '{label}' }] }],
  createLabel: [{ name: '{unique}' }],
  updateLabel: [{ name: '{unique}' }],
  createChannel: [{ type: 'sms', name: '{unique}' }],
  updateChannel: [{ name: '{unique}', status: 'paused' }],
  createMessageTemplate: [{ channelId: '{channel}', ...templateText }],
  updateMessageTemplate: [{ footer: '{unique}' }],
  submitMessageTemplate: [{}],
  sendMessage: [
    { text: '{unique}' },
    { text: '{unique}', replyTo: '{inboundMessage}' },
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
  triggerAutomation: [{ contactId: '{contact}' }],
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
  readRequestStatistics: [{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', groupBy: 'tokenId' }],
  readWebhookStatistics: [{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }],
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
