import { z } from 'zod';
import { defineJob } from '../queue/job.ts';

const minute = 60;
const hour = 60 * minute;

/** Everything that runs later, policy in sight. Inputs hold ids, never bodies. */
export const jobs = {
  fanOutEvent: defineJob({
    name: 'fan_out_event',
    input: z.object({ eventId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    laneLimit: 100,
    tenantLimit: 100,
  }),
  /** For tenants with an endpoint that asked for order: the events of a chat are told one after the other. */
  fanOutOrdered: defineJob({
    name: 'fan_out_ordered',
    input: z.object({ eventId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    laneLimit: 1,
    tenantLimit: 100,
  }),
  deliverWebhook: defineJob({
    name: 'deliver_webhook',
    input: z.object({ eventId: z.string(), webhookId: z.string() }),
    retryAfterSeconds: [5, minute],
    laneLimit: 50,
    tenantLimit: 400,
  }),
  /** For endpoints that asked for order: one in flight per endpoint and chat. */
  deliverOrdered: defineJob({
    name: 'deliver_ordered',
    input: z.object({ eventId: z.string(), webhookId: z.string() }),
    retryAfterSeconds: [5, minute],
    laneLimit: 1,
    tenantLimit: 400,
  }),
  replayWebhook: defineJob({
    name: 'replay_webhook',
    input: z.object({ webhookId: z.string(), from: z.string(), until: z.string(), afterId: z.string() }),
    retryAfterSeconds: [5, minute, hour],
    laneLimit: 1,
    tenantLimit: 2,
  }),
  /** Reads the callbacks that wait on a channel. Its lane is the channel: one reads, and at most one waits for what comes meanwhile. */
  processInbound: defineJob({
    name: 'process_inbound',
    input: z.object({ channelId: z.string() }),
    retryAfterSeconds: [1, 5, 30],
    laneLimit: 1,
    tenantLimit: 50,
  }),
  /** Sends a message. Its id is the message's; one chat's messages go out one after the other. */
  sendMessage: defineJob({
    name: 'send_message',
    input: z.object({}),
    retryAfterSeconds: [5, 30, 2 * minute],
    laneLimit: 1,
    tenantLimit: 400,
  }),
  /** Sends messages of a campaign, a handful at a time: a job for each would cost more than its send. What cannot go now gets a job of its own, above. */
  sendMessages: defineJob({
    name: 'send_messages',
    input: z.object({ messageIds: z.array(z.string()) }),
    retryAfterSeconds: [5, 30, 2 * minute],
    laneLimit: 1000,
    tenantLimit: 1000,
  }),
  /** Asks a provider what became of a send whose answer nobody saw; outside the chat's queue, which goes on meanwhile. */
  lookUpSend: defineJob({
    name: 'look_up_send',
    input: z.object({ messageId: z.string() }),
    retryAfterSeconds: [5, 30, 2 * minute, 10 * minute, hour],
    laneLimit: 10,
    tenantLimit: 10,
  }),
  /** The timer of a scheduled message: then it joins the queue of its chat. */
  releaseMessage: defineJob({
    name: 'release_message',
    input: z.object({ messageId: z.string(), chatId: z.string() }),
    retryAfterSeconds: [5, minute],
    laneLimit: 1,
    tenantLimit: 10,
  }),
  /** Fetches what came with a message, while the provider still has it. `more`: other files that came in the same callback. */
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
    laneLimit: 20,
    tenantLimit: 10,
  }),
  /** Asks a provider for the name of somebody who wrote. Given up after a few tries: the contact then has no name, as before. */
  fetchProfile: defineJob({
    name: 'fetch_profile',
    input: z.object({ channelId: z.string(), handleId: z.string() }),
    retryAfterSeconds: [10, minute, 10 * minute, hour],
    laneLimit: 4,
    tenantLimit: 5,
  }),
  /** Asks a mailbox what is new, and puts itself on the list again. */
  pollMailbox: defineJob({
    name: 'poll_mailbox',
    input: z.object({ channelId: z.string(), cursor: z.string().nullable() }),
    retryAfterSeconds: [30, minute, 5 * minute],
    laneLimit: 1,
    tenantLimit: 6,
  }),
  /** Asks a provider to review a template. Its verdict comes later, in a callback. */
  submitTemplate: defineJob({
    name: 'submit_template',
    input: z.object({ templateId: z.string() }),
    retryAfterSeconds: [10, minute, 10 * minute, hour],
    laneLimit: 10,
    tenantLimit: 3,
  }),
  /** Takes a deleted template away from its provider. The row is gone, so the input says what it was. */
  removeTemplate: defineJob({
    name: 'remove_template',
    input: z.object({ channelId: z.string(), name: z.string(), vendorId: z.string() }),
    retryAfterSeconds: [10, minute, 10 * minute, hour],
    laneLimit: 10,
    tenantLimit: 3,
  }),
  /** A run of an automation. Its id is the run's; it lives as long as the run does, and waits between steps. */
  advanceRun: defineJob({
    name: 'advance_run',
    input: z.object({ signal: z.unknown() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    laneLimit: 1,
    tenantLimit: 100,
  }),
  /** A request a run makes; what comes of it is told to the run. */
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
    laneLimit: 10,
    tenantLimit: 20,
  }),
  /** A time at which a campaign starts. Whoever finds that the campaign has another time by now does nothing. */
  startCampaignRun: defineJob({
    name: 'start_campaign_run',
    input: z.object({ campaignId: z.string(), instant: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    laneLimit: 1,
    tenantLimit: 3,
  }),
  /** Reads an uploaded file into the audience of a campaign, a page at a time. */
  importAudience: defineJob({
    name: 'import_audience',
    input: z.object({ campaignId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    laneLimit: 1,
    tenantLimit: 2,
  }),
  /** Takes chats from a user or a team that was deleted, some at a time. */
  releaseChats: defineJob({
    name: 'release_chats',
    input: z.object({ userId: z.string().optional(), teamId: z.string().optional() }),
    retryAfterSeconds: [1, 5, minute, hour],
    laneLimit: 1,
    tenantLimit: 2,
  }),
  /** Takes in a file of contacts. Its id is the import's; it stays until the last line. */
  importContacts: defineJob({
    name: 'import_contacts',
    input: z.object({}),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    laneLimit: 1,
    tenantLimit: 2,
  }),
  exportContacts: defineJob({
    name: 'export_contacts',
    input: z.object({ exportId: z.string() }),
    retryAfterSeconds: [5, 30, 5 * minute, hour],
    laneLimit: 1,
    tenantLimit: 2,
  }),
  /** Empties what is left of somebody who is erased. Its id is the erasure's. */
  eraseContact: defineJob({
    name: 'erase_contact',
    input: z.object({ part: z.enum(['messages', 'callbacks', 'events', 'answers']), afterId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    laneLimit: 1,
    tenantLimit: 2,
  }),
  /** Computes the match values of phone numbers again, a page at a time; a migration makes one per tenant. */
  matchPhoneNumbers: defineJob({
    name: 'match_phone_numbers',
    input: z.object({ afterId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute, hour],
    laneLimit: 1,
    tenantLimit: 2,
  }),
  /** Finds the recipients of a run, a page at a time. Its id is the run's. */
  planCampaign: defineJob({
    name: 'plan_campaign',
    input: z.object({ campaignId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    laneLimit: 1,
    tenantLimit: 2,
  }),
  /** Drives a run: hands planned recipients to the senders, as many at a time as the channel takes, and sees to its end. Its lane is the run: so it steps aside for work that starts at once. */
  releaseCampaign: defineJob({
    name: 'release_campaign',
    input: z.object({ campaignId: z.string(), runId: z.string() }),
    retryAfterSeconds: [1, 5, 30, 5 * minute],
    laneLimit: 1,
    tenantLimit: 10,
  }),
  /** Takes away what a tenant keeps no longer, every hour, for as long as the tenant has a wish of its own. */
  applyRetention: defineJob({
    name: 'apply_retention',
    input: z.object({}),
    retryAfterSeconds: [5, minute, hour],
    laneLimit: 1,
    tenantLimit: 1,
  }),
  wakeChat: defineJob({
    name: 'wake_chat',
    input: z.object({ chatId: z.string(), snoozedUntil: z.string() }),
    retryAfterSeconds: [5, minute],
    laneLimit: 10,
    tenantLimit: 5,
  }),
  /** Bytes in the file store that no file points to. */
  deleteStoredFile: defineJob({
    name: 'delete_stored_file',
    input: z.object({ storeKey: z.string() }),
    retryAfterSeconds: [5, minute, hour],
    laneLimit: 10,
    tenantLimit: 5,
  }),
} as const;
