import { z } from 'zod';
import type {
  AudienceCounts,
  Campaign as DomainCampaign,
  Recipient,
  RunStatistics,
  Statistics,
} from '../../domain/campaigns/index.ts';
import type { CampaignPeriod } from '../../domain/reports/index.ts';
import { CampaignContent } from './message.ts';
import { Problem } from './problem.ts';
import { id, idInput, isoTime, isoTimeOrNull, periods, time, timeInput } from './shapes.ts';

const variables = z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/), z.string().max(4096));
const missed = z.enum(['run_late', 'skip']);
const Audience = z.strictObject({
  type: z.enum(['contacts', 'query', 'labels', 'all', 'upload']),
  count: z.int().nullable(),
  query: z.string().nullable(),
  labelIds: z.array(id),
  fileId: id.nullable(),
});

const Counts = z
  .strictObject({
    recipients: z.int(),
    planned: z.int(),
    queued: z.int(),
    sent: z.int(),
    failed: z.int(),
    unknown: z.int(),
    skipped: z.int(),
    cancelled: z.int(),
    delivered: z.int(),
    read: z.int(),
  })
  .meta({ id: 'CampaignCounts' });

export const Campaign = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed']),
    statusReason: z.string().nullable(),
    isSuspended: z
      .boolean()
      .describe("True while the tenant's plan does not include this feature. It is paused, and resumes after an upgrade."),
    problems: z.array(Problem).describe('What keeps it from being sent, such as a template that was deleted.'),
    channelId: id,
    content: z.record(z.string(), z.unknown()).nullable(),
    automationId: id.nullable(),
    variables: z.record(z.string(), z.string()),
    audience: Audience,
    scheduledAt: time.nullable(),
    recurrenceRules: z.array(z.string()),
    timeZone: z.string(),
    missed,
    nextRunAt: time.nullable(),
    currentRunId: id.nullable(),
    counts: Counts.nullable().describe('The recipients of the current run, or of the last one; null before the first.'),
  })
  .meta({ id: 'Campaign' });

const AudienceInput = z.union(
  [
    z.strictObject({ contactIds: z.array(idInput).max(10_000) }),
    z.strictObject({ query: z.string().trim().min(1).max(2_000) }),
    z.strictObject({ labelIds: z.array(idInput).min(1).max(100) }),
    z.strictObject({ all: z.literal(true) }),
    z.strictObject({
      upload: z.strictObject({ fileId: idInput, mapping: z.record(z.string().min(1).max(200), z.string().min(1).max(200)) }),
    }),
  ],
  { error: 'Give one of contactIds, query, labelIds, all or upload' },
);

export const CampaignAudienceCount = z.strictObject({
  channelId: idInput,
  audience: z.union([AudienceInput.options[0], AudienceInput.options[1], AudienceInput.options[2], AudienceInput.options[3]], {
    error: 'Give one of contactIds, query, labelIds or all',
  }),
  purpose: z.enum(['marketing', 'utility', 'service']).default('marketing'),
});

/** How many contacts a campaign would reach. Its messages are checked again when they are sent. */
export const AudienceCount = z
  .strictObject({
    contacts: z.int().min(0),
    reachable: z.int().min(0),
    withoutAddress: z.int().min(0),
    unsubscribed: z.int().min(0),
    isExact: z.boolean().describe('False if there are more contacts than were counted.'),
  })
  .meta({ id: 'AudienceCount' });

export const toAudienceCount = ({ listed, ...counts }: AudienceCounts & { isExact: boolean }): z.infer<typeof AudienceCount> => ({
  contacts: listed,
  ...counts,
});

const name = z.string().trim().min(1).max(200);
const given = {
  description: z.string().max(2_000).nullable(),
  content: CampaignContent.nullable(),
  automationId: idInput.nullable(),
  variables,
  audience: AudienceInput,
  scheduledAt: timeInput.nullable(),
  recurrenceRules: z.array(z.string().min(1).max(500)).max(20),
  timeZone: z.string().min(1).max(64),
  missed,
};

export const CampaignCreate = z.strictObject({
  channelId: idInput,
  name,
  description: given.description.default(null),
  content: given.content.default(null),
  automationId: given.automationId.default(null),
  variables: given.variables.default({}),
  audience: given.audience.default({ contactIds: [] }),
  scheduledAt: given.scheduledAt.default(null),
  recurrenceRules: given.recurrenceRules.default([]),
  timeZone: given.timeZone.default('UTC'),
  missed: given.missed.default('run_late'),
});
export const CampaignUpdate = z.strictObject({ channelId: idInput, name, ...given }).partial();
export const CampaignSchedulePreview = z.strictObject({
  scheduledAt: given.scheduledAt.default(null),
  recurrenceRules: given.recurrenceRules.default([]),
  timeZone: given.timeZone.default('UTC'),
  count: z.int().min(1).max(20).default(10),
});
export const SchedulePreview = z.strictObject({ instants: z.array(time) }).meta({ id: 'SchedulePreview' });

export const CampaignTimelineRead = z.strictObject({
  ...periods,
  bucket: z.enum(['quarter_hour', 'hour', 'day']).default('hour'),
});
export const CampaignTimeline = z
  .strictObject({
    periods: z.array(
      z.strictObject({ from: time, sent: z.int(), failed: z.int(), delivered: z.int(), read: z.int(), replied: z.int() }),
    ),
  })
  .meta({ id: 'CampaignTimeline' });

export const toTimeline = (counted: CampaignPeriod[]): z.infer<typeof CampaignTimeline> => ({
  periods: counted.map(({ from, ...counts }) => ({ from: isoTime(from), ...counts })),
});

export const CampaignRetry = z.strictObject({ includeUnknown: z.boolean().default(false) });

const toAudience = (audience: DomainCampaign['audience']): z.infer<typeof Audience> => ({
  type: audience.kind,
  count: audience.kind === 'contacts' ? audience.count : null,
  query: audience.kind === 'query' ? audience.query : null,
  labelIds: audience.kind === 'labels' ? audience.labelIds : [],
  fileId: audience.kind === 'upload' ? audience.fileId : null,
});

/** State of a campaign that is not in its row. */
type Circumstances = { isSuspended: boolean; problems: z.infer<typeof Problem>[]; counts: z.infer<typeof Counts> | null };

export const toCampaign = (
  campaign: DomainCampaign,
  { isSuspended, problems, counts }: Circumstances,
): z.infer<typeof Campaign> => ({
  id: campaign.id,
  createdAt: isoTime(campaign.createdAt),
  updatedAt: isoTime(campaign.updatedAt),
  name: campaign.name,
  description: campaign.description,
  status: campaign.status,
  statusReason: campaign.statusReason,
  isSuspended,
  problems,
  channelId: campaign.channelId,
  content: campaign.content,
  automationId: campaign.automationId,
  variables: campaign.variables,
  audience: toAudience(campaign.audience),
  scheduledAt: isoTimeOrNull(campaign.scheduledAt),
  recurrenceRules: campaign.recurrenceRules,
  timeZone: campaign.timeZone,
  missed: campaign.missed,
  nextRunAt: isoTimeOrNull(campaign.nextRunAt),
  currentRunId: campaign.currentRunId,
  counts,
});

export const CampaignRecipient = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    runId: id,
    contactId: id,
    channelId: id,
    state: z.enum(['planned', 'queued', 'sent', 'failed', 'unknown', 'skipped', 'cancelled']),
    receipt: z.enum(['delivered', 'read']).nullable(),
    error: z.strictObject({ key: z.string(), code: z.string().nullable(), message: z.string() }).nullable(),
    attempts: z.int(),
    messageId: id.nullable(),
    automationRunId: id.nullable(),
  })
  .meta({ id: 'CampaignRecipient' });

export const toRecipient = (recipient: Recipient): z.infer<typeof CampaignRecipient> => ({
  id: recipient.id,
  createdAt: isoTime(recipient.createdAt),
  updatedAt: isoTime(recipient.updatedAt),
  runId: recipient.runId,
  contactId: recipient.contactId,
  channelId: recipient.channelId,
  state: recipient.state,
  receipt: recipient.receipt,
  error: recipient.error,
  attempts: recipient.attempts,
  messageId: recipient.messageId,
  automationRunId: recipient.automationRunId,
});

const Run = z.strictObject({
  id,
  instant: time,
  status: z.enum(['planning', 'sending', 'completed', 'cancelled']),
  startedAt: time,
  plannedAt: time.nullable(),
  completedAt: time.nullable(),
  counts: Counts,
  ratePerSecond: z.number(),
  estimatedEndAt: time.nullable(),
});

const ErrorCount = z.strictObject({
  key: z.string(),
  code: z.string().nullable(),
  message: z.string().describe('The message of one of them.'),
  count: z.int(),
});

export const CampaignStatistics = z
  .strictObject({
    counts: Counts,
    errors: z.array(ErrorCount).describe('The errors of recipients of all runs, the most frequent first, at most 100.'),
    runs: z.array(Run),
  })
  .meta({ id: 'CampaignStatistics' });

const toRun = (run: RunStatistics): z.infer<typeof Run> => ({
  id: run.id,
  instant: isoTime(run.instant),
  status: run.status,
  startedAt: isoTime(run.startedAt),
  plannedAt: isoTimeOrNull(run.plannedAt),
  completedAt: isoTimeOrNull(run.completedAt),
  counts: run.counts,
  ratePerSecond: run.ratePerSecond,
  estimatedEndAt: isoTimeOrNull(run.estimatedEndAt),
});

export const toStatistics = ({ counts, errors, runs }: Statistics): z.infer<typeof CampaignStatistics> => ({
  counts,
  errors,
  runs: runs.map(toRun),
});
