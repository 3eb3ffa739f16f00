import { z } from 'zod';
import {
  averageOf,
  buckets,
  type Report as Counted,
  dimensions,
  metrics,
  percentileOf,
  type ReportRow,
} from '../../domain/reports/index.ts';
import { id, idInput, isoTime, time, timeInput } from './shapes.ts';

const ids = z.array(idInput).min(1).max(100);
const seconds = z.number().min(0).nullable();

/** A report: what is counted, from when to when, in which periods and groups. */
export const ReportSearch = z
  .strictObject({
    metric: z.enum(metrics),
    from: timeInput,
    to: timeInput,
    bucket: z.enum(buckets).default('day'),
    groupBy: z.array(z.enum(dimensions)).max(dimensions.length).default([]),
    filters: z.strictObject({ channelIds: ids.optional(), userIds: ids.optional(), teamIds: ids.optional() }).default({}),
    timeZone: z.string().min(1).max(64).default('UTC'),
  })
  .meta({ id: 'ReportSearch' });

/** The counts of a metric. Periods and groups without any are left out. */
export const Report = z
  .strictObject({
    metric: z.enum(metrics),
    bucket: z.enum(buckets),
    groupBy: z.array(z.enum(dimensions)),
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
  rows: rows.map((row) => toRow(row, request.metric.endsWith('_time'))),
});

const toRow = ({ from, channelId, userId, teamId, count, totalMs, histogram }: ReportRow, isTime: boolean) => ({
  from: isoTime(from),
  channelId,
  userId,
  teamId,
  count,
  averageSeconds: isTime ? averageOf(totalMs, count) : null,
  p50Seconds: isTime ? percentileOf(histogram, 0.5) : null,
  p90Seconds: isTime ? percentileOf(histogram, 0.9) : null,
  p95Seconds: isTime ? percentileOf(histogram, 0.95) : null,
});
