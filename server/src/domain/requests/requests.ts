import { found, type InvalidParams } from '../../platform/errors.ts';
import type { SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Found } from '../../storage/search.ts';
import { searchRows, selectRequest } from './requests.store.ts';

/** One request and its result, without its content and without personal data of the caller. */
export type LoggedRequest = {
  id: string;
  /** The X-Request-Id header: the id of the caller, or ours. */
  requestId: string;
  createdAt: Date;
  method: string;
  /** The path pattern; null if there is no such operation. */
  route: string | null;
  status: number;
  durationMs: number;
  /** The error in the response. */
  error: { messageKey: string; message: string; invalidParams?: InvalidParams } | null;
  tokenId: string;
  /** The IP address of the caller without its last part. */
  address: string;
};

/** Returns whether a text is accepted as the request id of a caller. */
export const isRequestId = (text: string): boolean => /^[\w.:-]{1,128}$/.test(text);

export const getRequest = async (ctx: Ctx, requestId: string): Promise<LoggedRequest> =>
  found(isRequestId(requestId) ? await selectRequest(ctx, requestId) : undefined, 'request_not_found');

export const searchRequests = (ctx: Ctx, request: SearchRequest): Promise<Found<LoggedRequest>> => searchRows(ctx, request);
