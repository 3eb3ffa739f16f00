import { z } from 'zod';
import { defineJob } from '../queue/index.ts';

const minute = 60;
const hour = 60 * minute;

/**
 * Every kind of job and its policy. Inputs hold ids, never bodies. `failAfter: 'never'` is for kinds that keep a promise: they deliver a
 * message, a webhook, a callback or a mail, or they delete what must go. Their handlers decide when to give up. All other kinds fail
 * after the default number of failures and wait for an operator.
 */
export const jobs = {
  fanOutEvent: defineJob({
    name: 'fan_out_event',
    input: z.object({ eventId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    concurrencyLimit: 100,
    tenantLimit: 100,
    timers: 'none',
  }),
  /** For tenants with an ordered endpoint: the events of a chat are fanned out one after the other. */
  fanOutOrdered: defineJob({
    name: 'fan_out_ordered',
    input: z.object({ eventId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    concurrencyLimit: 1,
    tenantLimit: 100,
    timers: 'none',
  }),
  deliverWebhook: defineJob({
    name: 'deliver_webhook',
    input: z.object({ eventId: z.string(), webhookId: z.string() }),
    retryAfterSeconds: [5, minute],
    concurrencyLimit: 50,
    tenantLimit: 400,
    timers: 'none',
    failAfter: 'never',
  }),
  /** For ordered endpoints: one published per endpoint and chat. */
  deliverOrdered: defineJob({
    name: 'deliver_ordered',
    input: z.object({ eventId: z.string(), webhookId: z.string() }),
    retryAfterSeconds: [5, minute],
    concurrencyLimit: 1,
    tenantLimit: 400,
    timers: 'none',
    failAfter: 'never',
  }),
  replayWebhook: defineJob({
    name: 'replay_webhook',
    input: z.object({ webhookId: z.string(), from: z.string(), until: z.string(), afterId: z.string() }),
    retryAfterSeconds: [5, minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 2,
    timers: 'none',
  }),
  /** Reads the callbacks that wait on a channel. Its concurrency key is the channel: one job reads, and at most one waits for what arrives meanwhile. */
  processInbound: defineJob({
    name: 'process_inbound',
    input: z.object({ channelId: z.string() }),
    retryAfterSeconds: [1, 5, 30],
    concurrencyLimit: 1,
    tenantLimit: 50,
    timers: 'none',
    failAfter: 'never',
  }),
  /** Sends a message. Its id is the message's and its concurrency key the chat, whose messages are sent one after the other. */
  sendMessage: defineJob({
    name: 'send_message',
    input: z.object({}),
    retryAfterSeconds: [5, 30, 2 * minute],
    concurrencyLimit: 1,
    tenantLimit: 400,
    timers: 'unlimited',
    failAfter: 'never',
  }),
  /** Sends some messages of a campaign: a job for each would cost more than its send. A message that must wait gets a `send_message` job. */
  sendMessages: defineJob({
    name: 'send_messages',
    input: z.object({ messageIds: z.array(z.string()) }),
    retryAfterSeconds: [5, 30, 2 * minute],
    concurrencyLimit: 1000,
    tenantLimit: 1000,
    timers: 'none',
    failAfter: 'never',
  }),
  /** Asks a provider for the outcome of a send whose answer was lost. The other messages of the chat do not wait for it. */
  lookUpSend: defineJob({
    name: 'look_up_send',
    input: z.object({ messageId: z.string() }),
    retryAfterSeconds: [5, 30, 2 * minute, 10 * minute, hour],
    concurrencyLimit: 10,
    tenantLimit: 10,
    timers: 'unlimited',
  }),
  /** The timer of a scheduled message. It enqueues `send_message`. */
  releaseMessage: defineJob({
    name: 'release_message',
    input: z.object({ messageId: z.string(), chatId: z.string() }),
    retryAfterSeconds: [5, minute],
    concurrencyLimit: 1,
    tenantLimit: 10,
    timers: 'unlimited',
    failAfter: 'never',
  }),
  /** Fetches a file of a message while the provider still has it. `more`: other files of the same callback. */
  fetchMedia: defineJob({
    name: 'fetch_media',
    input: z.object({
      channelId: z.string(),
      messageId: z.string(),
      fileId: z.string(),
      ref: z.record(z.string(), z.string()),
      more: z.array(z.object({ fileId: z.string(), ref: z.record(z.string(), z.string()) })).optional(),
    }),
    retryAfterSeconds: [5, 30, 2 * minute, 10 * minute, hour],
    concurrencyLimit: 20,
    tenantLimit: 10,
    timers: 'none',
  }),
  /** Asks a provider for the name of a contact who wrote. It gives up after a few tries: then the contact has no name. */
  fetchProfile: defineJob({
    name: 'fetch_profile',
    input: z.object({ channelId: z.string(), handleId: z.string() }),
    retryAfterSeconds: [10, minute, 10 * minute, hour],
    concurrencyLimit: 4,
    tenantLimit: 5,
    timers: 'none',
  }),
  /** Asks a mailbox for new mail, and enqueues its next poll. */
  pollMailbox: defineJob({
    name: 'poll_mailbox',
    input: z.object({ channelId: z.string(), cursor: z.string().nullable() }),
    retryAfterSeconds: [30, minute, 5 * minute],
    concurrencyLimit: 1,
    tenantLimit: 6,
    timers: 'unlimited',
    failAfter: 'never',
    trace: 'own',
  }),
  /** Submits a template to its provider for review. The verdict arrives later, in a callback. */
  submitTemplate: defineJob({
    name: 'submit_template',
    input: z.object({ templateId: z.string() }),
    retryAfterSeconds: [10, minute, 10 * minute, hour],
    concurrencyLimit: 10,
    tenantLimit: 3,
    timers: 'none',
  }),
  /** Deletes a template at its provider. Our row is gone, so the input names the template. */
  removeTemplate: defineJob({
    name: 'remove_template',
    input: z.object({ channelId: z.string(), name: z.string(), vendorId: z.string() }),
    retryAfterSeconds: [10, minute, 10 * minute, hour],
    concurrencyLimit: 10,
    tenantLimit: 3,
    timers: 'none',
  }),
  /** A run of an automation. Its id is the run's. The job lives as long as the run and waits between steps. */
  advanceRun: defineJob({
    name: 'advance_run',
    input: z.object({ signal: z.unknown() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 100,
    timers: 'unlimited',
  }),
  /** An HTTP request of an automation run. The run is signalled with the answer. */
  callHttp: defineJob({
    name: 'call_http',
    input: z.object({
      runId: z.string(),
      visit: z.int(),
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      secretHeaders: z.record(z.string(), z.string()).optional(), // jobs of the version before have none
      body: z.string().nullable(),
    }),
    retryAfterSeconds: [5, 30, 2 * minute],
    concurrencyLimit: 10,
    tenantLimit: 20,
    timers: 'none',
  }),
  /** A time at which a campaign starts. If the campaign has another time by now, the job does nothing. */
  startCampaignRun: defineJob({
    name: 'start_campaign_run',
    input: z.object({ campaignId: z.string(), instant: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    concurrencyLimit: 1,
    tenantLimit: 3,
    timers: 'unlimited',
    trace: 'own',
  }),
  /** Reads an uploaded file into the audience of a campaign, a page at a time. */
  importAudience: defineJob({
    name: 'import_audience',
    input: z.object({ campaignId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 2,
    timers: 'none',
  }),
  /** Unassigns the chats of a deleted user or team, a page at a time. */
  releaseChats: defineJob({
    name: 'release_chats',
    input: z.object({ userId: z.string().optional(), teamId: z.string().optional() }),
    retryAfterSeconds: [1, 5, minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 2,
    timers: 'none',
  }),
  /**
   * Gives waiting chats to the members of their teams. Its concurrency key is constant: one job of a tenant decides, and at most one waits
   * for what happens meanwhile.
   */
  assignChats: defineJob({
    name: 'assign_chats',
    input: z.object({}),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    concurrencyLimit: 1,
    tenantLimit: 2,
    timers: 'none',
    failAfter: 'never',
  }),
  /** A due time of a chat's SLA. If it was met, paused or replaced meanwhile, the job does nothing. */
  checkSla: defineJob({
    name: 'check_sla',
    input: z.object({ chatId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    concurrencyLimit: 10,
    tenantLimit: 10,
    timers: 'unlimited',
  }),
  /** Imports a file of contacts. Its id is the import's. The job lives until the last line. */
  importContacts: defineJob({
    name: 'import_contacts',
    input: z.object({}),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 1,
    timers: 'none',
  }),
  exportContacts: defineJob({
    name: 'export_contacts',
    input: z.object({ exportId: z.string() }),
    retryAfterSeconds: [5, 30, 5 * minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 1,
    timers: 'none',
  }),
  /** Empties the rows that are left of an erased contact. Its id is the erasure's. */
  eraseContact: defineJob({
    name: 'erase_contact',
    input: z.object({ part: z.enum(['messages', 'callbacks', 'events', 'answers']), afterId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 2,
    timers: 'none',
    failAfter: 'never',
  }),
  /** Computes the match values of phone numbers again, a page at a time. A migration adds one job per tenant. */
  matchPhoneNumbers: defineJob({
    name: 'match_phone_numbers',
    input: z.object({ afterId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 2,
    timers: 'none',
  }),
  /** Sets `last_message_at` of chats from before the column existed, a page at a time. */
  dateChats: defineJob({
    name: 'date_chats',
    input: z.object({ afterId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 1,
    timers: 'none',
  }),
  /** Adds messages of before the message search existed to its index, a page at a time. A migration adds one job per tenant. */
  indexMessages: defineJob({
    name: 'index_messages',
    input: z.object({ afterId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 1,
    timers: 'none',
  }),
  /** Adds contacts of before the search by name had an index to it, a page at a time. A migration adds one job per tenant. */
  indexContactNames: defineJob({
    name: 'index_contact_names',
    input: z.object({ afterId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 1,
    timers: 'none',
  }),
  /** Makes a change to many chats, a page at a time. Its id is the bulk action's. */
  changeChats: defineJob({
    name: 'change_chats',
    input: z.object({}),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    concurrencyLimit: 2,
    tenantLimit: 2,
    timers: 'none',
  }),
  /** Finds the recipients of a run, a page at a time. Its id is the run's. */
  planCampaign: defineJob({
    name: 'plan_campaign',
    input: z.object({ campaignId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    concurrencyLimit: 1,
    tenantLimit: 2,
    timers: 'none',
  }),
  /** Drives a run: dispatches planned recipients at the channel's rate and ends the run. Its concurrency key is the run, so that work that starts at once goes first. */
  releaseCampaign: defineJob({
    name: 'release_campaign',
    input: z.object({
      campaignId: z.string(),
      runId: z.string(),
      told: z.object({ at: z.string(), done: z.number() }).optional(),
      lookedAt: z.string().optional(),
    }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    concurrencyLimit: 1,
    tenantLimit: 10,
    timers: 'none',
  }),
  /** Deletes what is older than the tenant's own retention, every hour. */
  applyRetention: defineJob({
    name: 'apply_retention',
    input: z.object({}),
    retryAfterSeconds: [5, minute, hour],
    concurrencyLimit: 1,
    tenantLimit: 1,
    timers: 'none',
    failAfter: 'never',
    trace: 'own',
  }),
  /** Shows a notification in a browser of its user. Without a notification it is a test. */
  pushNotification: defineJob({
    name: 'push_notification',
    input: z.object({ subscriptionId: z.string(), notificationId: z.string().nullable() }),
    retryAfterSeconds: [10, minute, 10 * minute, hour],
    concurrencyLimit: 20,
    tenantLimit: 20,
    timers: 'none',
  }),
  wakeChat: defineJob({
    name: 'wake_chat',
    input: z.object({ chatId: z.string(), snoozedUntil: z.string() }),
    retryAfterSeconds: [5, minute],
    concurrencyLimit: 10,
    tenantLimit: 5,
    timers: 'unlimited',
  }),
  /** Mails an invitation with a link of its own. */
  mailInvitation: defineJob({
    name: 'mail_invitation',
    input: z.object({ userId: z.string() }),
    retryAfterSeconds: [10, minute, 10 * minute, hour],
    concurrencyLimit: 4,
    tenantLimit: 2,
    timers: 'none',
  }),
  /** Mails a reset link if the address has an account. Its tenant is made from the address: the account is not known yet. */
  mailPasswordReset: defineJob({
    name: 'mail_password_reset',
    input: z.object({ email: z.string() }),
    retryAfterSeconds: [10, minute, 10 * minute],
    concurrencyLimit: 4,
    tenantLimit: 2,
    timers: 'none',
  }),
  /** Deletes bytes in the file store that no file points to. */
  deleteStoredFile: defineJob({
    name: 'delete_stored_file',
    input: z.object({ storeKey: z.string() }),
    retryAfterSeconds: [5, minute, hour],
    concurrencyLimit: 10,
    tenantLimit: 5,
    timers: 'unlimited',
    failAfter: 'never',
  }),
} as const;
