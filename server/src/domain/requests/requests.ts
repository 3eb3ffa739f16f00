import { found, type InvalidParams } from '../../platform/errors.ts';
import type { SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Found } from '../../storage/search.ts';
import { searchRows, selectRequest } from './requests.store.ts';

/** One request as it was answered. Neither what it carried nor from whom it came can be told from it. */
export type LoggedRequest = {
  id: string;
  /** What the X-Request-Id header said: the caller's own id, or ours. */
  requestId: string;
  createdAt: Date;
  method: string;
  /** The pattern of the path; null where there is no such operation. */
  route: string | null;
  status: number;
  durationMs: number;
  /** The error as the caller got it. */
  error: { messageKey: string; message: string; invalidParams?: InvalidParams } | null;
  tokenId: string;
  /** The caller's address without its last part. */
  address: string;
};

/** What can be the id of a request: a caller's own is kept when it is one we can print. */
export const isRequestId = (text: string): boolean => /^[\w.:-]{1,128}$/.test(text);

export const getRequest = async (ctx: Ctx, requestId: string): Promise<LoggedRequest> =>
  found(isRequestId(requestId) ? await selectRequest(ctx, requestId) : undefined, 'request_not_found');

export const searchRequests = (ctx: Ctx, request: SearchRequest): Promise<Found<LoggedRequest>> => searchRows(ctx, request);
