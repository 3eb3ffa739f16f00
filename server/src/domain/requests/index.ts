export { createRequestLog, type RequestLog } from './request-log.ts';
export { getRequest, isRequestId, type LoggedRequest, searchRequests } from './requests.ts';
export { type RequestStatistics, requestStatistics } from './statistics.ts';
