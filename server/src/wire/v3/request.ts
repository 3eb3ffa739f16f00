import { z } from 'zod';
import type { RequestStatistics as Counted, LoggedRequest } from '../../domain/requests/index.ts';
import { id, isoTime, periods, time } from './shapes.ts';

const InvalidParam = z.strictObject({ key: z.string(), message: z.string() });
const GivenError = z.strictObject({
  messageKey: z.string(),
  message: z.string(),
  invalidParams: z.record(z.string(), InvalidParam).nullable(),
});

/** A request and its response. `requestId` is the X-Request-Id of the response. */
export const Request = z
  .strictObject({
    id,
    requestId: z.string(),
    createdAt: time,
    method: z.string(),
    route: z.string().nullable(),
    status: z.int(),
    durationMs: z.number(),
    error: GivenError.nullable(),
    tokenId: id,
    address: z.string(),
  })
  .meta({ id: 'Request' });

export const toRequest = (request: LoggedRequest): z.infer<typeof Request> => ({
  id: request.id,
  requestId: request.requestId,
  createdAt: isoTime(request.createdAt),
  method: request.method,
  route: request.route,
  status: request.status,
  durationMs: request.durationMs,
  error: request.error && { ...request.error, invalidParams: request.error.invalidParams ?? null },
  tokenId: request.tokenId,
  address: request.address,
});

export const RequestStatisticsRead = z.strictObject({
  ...periods,
  groupBy: z.enum(['route', 'status', 'tokenId']).nullable().default(null),
});
export const RequestStatistics = z
  .strictObject({
    rows: z.array(
      z.strictObject({
        from: time,
        group: z.string().nullable().describe('The route with its method, the status or the id of the token, as asked.'),
        requests: z.int(),
        failed: z.int(),
        averageMs: z.number(),
        p95Ms: z.number(),
      }),
    ),
    isExact: z.boolean().describe('False if there were more requests than were counted; the newest were.'),
  })
  .meta({ id: 'RequestStatistics' });

export const toRequestStatistics = ({ rows, isExact }: Counted): z.infer<typeof RequestStatistics> => ({
  rows: rows.map(({ from, ...counts }) => ({ from: isoTime(from), ...counts })),
  isExact,
});
