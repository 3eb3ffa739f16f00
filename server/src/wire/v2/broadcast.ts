import { z } from 'zod';
import type { Campaign, NewCampaign } from '../../domain/campaigns/index.ts';
import type { WantedContact } from '../../domain/contacts/index.ts';
import { externalId } from './attribute.ts';

const time = z.iso.datetime({ precision: 3 });
const Variable = z.strictObject({ name: z.string(), value: z.string() });

/** v2 omits a field that is null in v3. */
export const Broadcast = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    workflowId: z.uuid(),
    isScheduled: z.boolean(),
    isReoccurring: z.boolean(),
    scheduledAt: time.optional(),
    recurrenceRules: z.array(z.string()).optional(),
    variables: z.array(Variable).optional(),
    status: z.enum(['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed']),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'BroadcastV2' });

/** A campaign that starts an automation: the only kind in v2. */
export type AutomationCampaign = Campaign & { automationId: string };

/** Maps a campaign to v2: an automation is a workflow there, and two flags repeat what the schedule says. */
export const toBroadcast = (campaign: AutomationCampaign): z.infer<typeof Broadcast> => ({
  id: campaign.id,
  name: campaign.name,
  workflowId: campaign.automationId,
  isScheduled: campaign.scheduledAt !== null,
  isReoccurring: campaign.recurrenceRules.length > 0,
  ...(campaign.scheduledAt && { scheduledAt: campaign.scheduledAt.toISOString() }),
  ...(campaign.recurrenceRules.length > 0 && { recurrenceRules: campaign.recurrenceRules }),
  ...(Object.keys(campaign.variables).length > 0 && {
    variables: Object.entries(campaign.variables).map(([name, value]) => ({ name, value })),
  }),
  status: campaign.status,
  createdAt: campaign.createdAt.toISOString(),
  updatedAt: campaign.updatedAt.toISOString(),
});

const text = z.string().nullish();
const BroadcastContact = z.object({
  firstName: text,
  lastName: text,
  email: text,
  phoneNumber: text,
  attributes: z
    .array(z.object({ externalId, value: z.string() }))
    .max(200)
    .default([]),
  labels: z
    .array(z.object({ name: z.string().trim().min(1) }))
    .max(100)
    .default([]),
});

/** Not strict: v2 has always ignored unknown fields. A time or a rule applies unless its flag is false. */
export const BroadcastCreate = z
  .object({
    name: z.string().trim().min(1).max(200),
    workflowId: z.uuid(),
    isScheduled: z.boolean().optional(),
    scheduledAt: z.iso.datetime({ offset: true }).optional(),
    isReoccurring: z.boolean().optional(),
    recurrenceRules: z.array(z.string().max(1_000)).max(20).optional(),
    messageTemplateId: z.uuid().optional(),
    contacts: z.array(BroadcastContact).max(5_000).default([]),
    variables: z
      .array(z.object({ name: z.string().min(1).max(100), value: z.string().max(4_096) }))
      .max(64)
      .default([]),
  })
  .superRefine(({ isScheduled, scheduledAt, isReoccurring, recurrenceRules = [] }, issues) => {
    const missing = (path: string) =>
      issues.addIssue({ code: 'invalid_type', expected: 'nonoptional', path: [path], input: undefined });
    if (isScheduled && scheduledAt === undefined) missing('scheduledAt');
    if (isReoccurring && recurrenceRules.length === 0) missing('recurrenceRules');
  });

export type BroadcastBody = z.output<typeof BroadcastCreate>;

/** Maps the contacts of the list. A blank text is treated as missing. */
export const toWanted = ({ contacts }: BroadcastBody): WantedContact[] =>
  contacts.map(({ firstName, lastName, email, phoneNumber, attributes, labels }) => ({
    firstName: trimmedOrNull(firstName),
    lastName: trimmedOrNull(lastName),
    email: trimmedOrNull(email),
    phoneNumber: trimmedOrNull(phoneNumber),
    attributes,
    labels: labels.map(({ name }) => name),
  }));

const trimmedOrNull = (value: string | null | undefined): string | null => value?.trim() || null;

/** Maps a v2 broadcast to a campaign. */
export const toNewCampaign = (channelId: string, body: BroadcastBody, contactIds: string[]): NewCampaign => ({
  channelId,
  name: body.name,
  description: null,
  content: null,
  automationId: body.workflowId,
  messageTemplateId: body.messageTemplateId ?? null,
  variables: Object.fromEntries(body.variables.map(({ name, value }) => [name, value])),
  audience: { contactIds },
  scheduledAt: body.scheduledAt !== undefined && body.isScheduled !== false ? new Date(body.scheduledAt) : null,
  recurrenceRules: body.isReoccurring === false ? [] : (body.recurrenceRules ?? []),
  timeZone: 'UTC',
  missed: 'run_late',
});
