import { z } from 'zod';
import type { LoggedRequest } from '../../domain/requests/index.ts';
import { id, isoTime, time } from './shapes.ts';

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
