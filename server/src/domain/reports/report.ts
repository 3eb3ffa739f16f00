/** What a report counts. The metrics that end in `_time` also measure durations. */
export type Metric =
  | 'chats_opened'
  | 'chats_closed'
  | 'messages_received'
  | 'messages_sent'
  | 'first_reply_time'
  | 'resolution_time'
  | 'sla_started'
  | 'sla_breached'
  | 'ratings';

export type Bucket = 'hour' | 'day' | 'week' | 'month' | 'total';
export type Dimension = 'channelId' | 'userId' | 'teamId';

export type ReportRequest = {
  metric: Metric;
  from: Date;
  to: Date;
  bucket: Bucket;
  groupBy: Dimension[];
  filters: { channelIds?: string[] | undefined; userIds?: string[] | undefined; teamIds?: string[] | undefined };
  timeZone: string;
};

/** The durations of one row, by duration bucket. */
export type Histogram = Record<string, number>;

/** The durations of a metric that measures some. */
export type Durations = {
  averageSeconds: number | null;
  p50Seconds: number | null;
  p90Seconds: number | null;
  p95Seconds: number | null;
};

/** One period and group. Ids are null if the report is not grouped by them, or if the chats had no user or team. */
export type ReportRow = {
  from: Date;
  channelId: string | null;
  userId: string | null;
  teamId: string | null;
  count: number;
  durations: Durations | null;
  /** Of ratings, from 1 to 5. */
  averageScore: number | null;
};

/** As the database returns it. */
export type CountedRow = Omit<ReportRow, 'durations' | 'averageScore'> & { totalMs: number; histogram: Histogram };

/** Outcomes of the recipients of campaigns, as they became known. */
export const campaignMetrics = ['campaign_sent', 'campaign_failed', 'campaign_delivered', 'campaign_read', 'campaign_replied'];

/** What became known in one period. A recipient that failed, was retried and then sent counts in both. `replied`: contacts whose next message followed the campaign's. */
export type CampaignPeriod = { from: Date; sent: number; failed: number; delivered: number; read: number; replied: number };
