import type { types } from '@patchbay/sdk';
import { type LocalTime, toInstant, toLocal } from '../../../kit/zoned-time.ts';
import type { Mapping } from '../../../people/csv/suggest-mapping.ts';
import { type Repeat, readRule, toRule } from './rule.ts';

export type AudienceDraft =
  | { kind: 'all' }
  | { kind: 'labels'; labelIds: string[] }
  | { kind: 'query'; query: string | undefined }
  | { kind: 'upload'; file: File | null; mapping: Mapping }
  /** Chosen or imported before; the API does not tell who they are. It stays as it is. */
  | { kind: 'kept'; of: 'contacts' | 'upload' };

export type MessageDraft =
  | { kind: 'text'; text: string; subject: string }
  | { kind: 'template'; templateId: string | null; variables: Record<string, string>; media?: unknown }
  | { kind: 'automation'; automationId: string | null }
  /** A kind of message that only the API writes. It stays as it is. */
  | { kind: 'kept'; content: Record<string, unknown> };

export type ScheduleDraft =
  | { kind: 'now' }
  | { kind: 'once'; at: LocalTime }
  | { kind: 'repeat'; repeat: Repeat }
  | { kind: 'kept'; rules: string[]; scheduledAt: string | null };

/** A campaign while it is written. */
export type Draft = {
  name: string;
  channelId: string | null;
  audience: AudienceDraft;
  message: MessageDraft;
  schedule: ScheduleDraft;
  timeZone: string;
  missed: 'run_late' | 'skip';
  /** Values for all recipients, made with the API. */
  variables: Record<string, string>;
};

export const newDraft = (timeZone: string): Draft => ({
  name: '',
  channelId: null,
  audience: { kind: 'labels', labelIds: [] },
  message: { kind: 'text', text: '', subject: '' },
  schedule: { kind: 'now' },
  timeZone,
  missed: 'run_late',
  variables: {},
});

/** Returns a stored campaign as the form shows it. For a copy, an audience that is only in the original has to be chosen again. */
export function toDraft(campaign: types.Campaign, { isCopy }: { isCopy: boolean }): Draft {
  const { name, channelId, timeZone, missed, variables } = campaign;
  return {
    name,
    channelId,
    audience: audienceOf(campaign, isCopy),
    message: messageOf(campaign),
    schedule: isCopy ? { kind: 'now' } : scheduleOf(campaign),
    timeZone,
    missed,
    variables,
  };
}

function audienceOf({ audience }: types.Campaign, isCopy: boolean): AudienceDraft {
  switch (audience.type) {
    case 'all':
      return { kind: 'all' };
    case 'labels':
      return { kind: 'labels', labelIds: audience.labelIds };
    case 'query':
      return { kind: 'query', query: audience.query ?? undefined };
    default:
      if (isCopy || (audience.type === 'contacts' && audience.count === 0)) return { kind: 'labels', labelIds: [] };
      return { kind: 'kept', of: audience.type };
  }
}

function messageOf({ content, automationId }: types.Campaign): MessageDraft {
  if (automationId !== null) return { kind: 'automation', automationId };
  if (content === null) return { kind: 'text', text: '', subject: '' };
  if (content.type === 'template') {
    const { id, variables, media } = content.template as { id: string; variables?: Record<string, string>; media?: unknown };
    return { kind: 'template', templateId: id, variables: variables ?? {}, ...(media !== undefined && { media }) };
  }
  const { type, text, subject, ...more } = content as { type: string; text?: string; subject?: string };
  const isPlain = type === 'text' && Object.values(more).every((value) => value === null || value === undefined);
  return isPlain ? { kind: 'text', text: text ?? '', subject: subject ?? '' } : { kind: 'kept', content };
}

function scheduleOf({ recurrenceRules, scheduledAt, timeZone }: types.Campaign): ScheduleDraft {
  const [rule, ...more] = recurrenceRules;
  const repeat = rule !== undefined && more.length === 0 && scheduledAt === null ? readRule(rule) : undefined;
  if (repeat) return { kind: 'repeat', repeat };
  if (rule !== undefined) return { kind: 'kept', rules: recurrenceRules, scheduledAt };
  return scheduledAt === null ? { kind: 'now' } : { kind: 'once', at: toLocal(new Date(scheduledAt), timeZone) };
}

type CountedAudience = types.CountCampaignAudienceBody['audience'];

/** Returns the audience for the API; undefined if it cannot be counted, or is not chosen yet. */
export function countedAudience(audience: AudienceDraft): CountedAudience | undefined {
  if (audience.kind === 'all') return { all: true };
  if (audience.kind === 'labels') return audience.labelIds.length > 0 ? { labelIds: audience.labelIds } : undefined;
  if (audience.kind === 'query') return audience.query ? { query: audience.query } : undefined;
  return undefined;
}

/** Returns the filter that finds contacts of an audience; undefined for all contacts. */
export function sampleQuery(audience: AudienceDraft): string | undefined {
  if (audience.kind === 'query') return audience.query;
  if (audience.kind !== 'labels' || audience.labelIds.length === 0) return undefined;
  return `in(${['labelId', ...audience.labelIds.map((id) => JSON.stringify(id))].join(',')})`;
}

export type Schedule = Pick<types.PreviewCampaignScheduleBody, 'scheduledAt' | 'recurrenceRules' | 'timeZone'>;

export function scheduleBody({ schedule, timeZone }: Pick<Draft, 'schedule' | 'timeZone'>): Required<Schedule> {
  switch (schedule.kind) {
    case 'now':
      return { scheduledAt: null, recurrenceRules: [], timeZone };
    case 'once':
      return { scheduledAt: schedule.at ? toInstant(schedule.at, timeZone).toISOString() : null, recurrenceRules: [], timeZone };
    case 'repeat':
      return { scheduledAt: null, recurrenceRules: [toRule(schedule.repeat)], timeZone };
    case 'kept':
      return { scheduledAt: schedule.scheduledAt, recurrenceRules: schedule.rules, timeZone };
    default:
      return schedule satisfies never;
  }
}

function contentBody(message: MessageDraft, isEmail: boolean): Pick<types.CreateCampaignBody, 'content' | 'automationId'> {
  switch (message.kind) {
    case 'text': {
      const { text, subject } = message;
      const content = { type: 'text' as const, text, ...(isEmail && subject && { subject }) };
      return { content: text.trim() ? content : null, automationId: null };
    }
    case 'template': {
      const { templateId, variables, media } = message;
      const template = { id: templateId ?? '', variables, ...(media !== undefined && { media: media as { fileId: string } }) };
      return { content: templateId === null ? null : { type: 'template', template }, automationId: null };
    }
    case 'automation':
      return { content: null, automationId: message.automationId };
    case 'kept':
      return { content: message.content as types.CreateCampaignBody['content'], automationId: null };
    default:
      return message satisfies never;
  }
}

/** Returns the body that stores a draft. `fileId`: the uploaded file of its audience. */
export function toBody(draft: Draft, { isEmail, fileId }: { isEmail: boolean; fileId: string | null }): types.CreateCampaignBody {
  const { name, channelId, missed, variables, audience } = draft;
  const uploaded = audience.kind === 'upload' && fileId ? { upload: { fileId, mapping: audience.mapping } } : undefined;
  const chosen = uploaded ?? countedAudience(audience);
  return {
    name: name.trim(),
    channelId: channelId ?? '',
    ...contentBody(draft.message, isEmail),
    ...(chosen && { audience: chosen }),
    ...scheduleBody(draft),
    missed,
    variables,
  };
}
