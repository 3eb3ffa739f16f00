import { z } from 'zod';
import type { Report as Counted, ReportRow } from '../../domain/reports/index.ts';
import { id, idInput, isoTime, time, timeInput } from './shapes.ts';

const metric = z.enum([
  'chats_opened',
  'chats_closed',
  'messages_received',
  'messages_sent',
  'first_reply_time',
  'resolution_time',
  'sla_started',
  'sla_breached',
  'ratings',
]);
const bucket = z.enum(['hour', 'day', 'week', 'month', 'total']);
const groupBy = z.array(z.enum(['channelId', 'userId', 'teamId']));
const ids = z.array(idInput).min(1).max(100);
const seconds = z.number().min(0).nullable();

/** A report: what is counted, from when to when, in which periods and groups. */
export const ReportSearch = z.strictObject({
  metric,
  from: timeInput,
  to: timeInput,
  bucket: bucket.default('day'),
  groupBy: groupBy.max(3).default([]),
  filters: z.strictObject({ channelIds: ids.optional(), userIds: ids.optional(), teamIds: ids.optional() }).default({}),
  timeZone: z.string().min(1).max(64).default('UTC'),
});

/** The counts of a metric. Periods and groups without any are left out. */
export const Report = z
  .strictObject({
    metric,
    bucket,
    groupBy,
    timeZone: z.string(),
    from: time,
    to: time,
    rows: z.array(
      z.strictObject({
        from: time,
        channelId: id.nullable(),
        userId: id.nullable(),
        teamId: id.nullable(),
        count: z.int().min(0),
        averageSeconds: seconds,
        p50Seconds: seconds,
        p90Seconds: seconds,
        p95Seconds: seconds,
        averageScore: z.number().min(1).max(5).nullable().describe('Of ratings; null for other metrics.'),
      }),
    ),
  })
  .meta({ id: 'Report' });

export const toReport = ({ request, rows }: Counted): z.infer<typeof Report> => ({
  metric: request.metric,
  bucket: request.bucket,
  groupBy: request.groupBy,
  timeZone: request.timeZone,
  from: isoTime(request.from),
  to: isoTime(request.to),
  rows: rows.map(toRow),
});

const toRow = ({ from, channelId, userId, teamId, count, durations, averageScore }: ReportRow) => ({
  from: isoTime(from),
  channelId,
  userId,
  teamId,
  count,
  averageSeconds: durations?.averageSeconds ?? null,
  p50Seconds: durations?.p50Seconds ?? null,
  p90Seconds: durations?.p90Seconds ?? null,
  p95Seconds: durations?.p95Seconds ?? null,
  averageScore,
});
