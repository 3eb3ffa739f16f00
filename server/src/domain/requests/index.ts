export { createRequestLog, type RequestLog } from './keep.ts';
export { getRequest, isRequestId, type LoggedRequest, searchRequests } from './requests.ts';
