export { createRequestLog, type RequestLog } from './keep.ts';
export { getRequest, type LoggedRequest, searchRequests } from './requests.ts';
