import type { NewContent } from '../messages/index.ts';
import type { Schedule } from './schedule/schedule.ts';
import type { CampaignStatus } from './status.ts';

/** The contacts to send to: given ids, a search, any of some labels, all contacts, or the records of a file. */
export type NewAudience =
  | { contactIds: string[] }
  | { query: string }
  | { labelIds: string[] }
  | { all: true }
  | { upload: { fileId: string; mapping: Record<string, string> } };

/** An audience as it is stored. Given contacts, and those imported from a file, are rows of `campaign_audience`. */
export type Audience =
  | { kind: 'contacts'; count: number }
  | { kind: 'query'; query: string }
  | { kind: 'labels'; labelIds: string[] }
  | { kind: 'all' }
  | { kind: 'upload'; fileId: string; mapping: Record<string, string> };

export type NewCampaign = Schedule & {
  channelId: string;
  name: string;
  description: string | null;
  /** A message with placeholders such as {{contact.firstName|there}} and {{variables.offer}}, or an automation; a draft may have neither. */
  content: NewContent | null;
  automationId: string | null;
  /** Stored for v2, not used. */
  messageTemplateId: string | null;
  variables: Record<string, string>;
  audience: NewAudience;
};

export type Campaign = Omit<NewCampaign, 'audience'> & {
  id: string;
  status: CampaignStatus;
  /** Why it is paused, or why it failed. */
  statusReason: string | null;
  audience: Audience;
  nextRunAt: Date | null;
  /** The current run, or the last one. */
  currentRunId: string | null;
  createdAt: Date;
  updatedAt: Date;
};

export type RunStatus = 'planning' | 'sending' | 'completed' | 'cancelled';

export type CampaignRun = {
  id: string;
  campaignId: string;
  instant: Date;
  status: RunStatus;
  cursor: string | null;
  plannedAt: Date | null;
  startedAt: Date;
  completedAt: Date | null;
};
