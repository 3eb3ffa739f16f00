import { getRequest, requestStatistics, searchRequests } from '../../domain/requests/index.ts';
import { Request, RequestStatistics, RequestStatisticsRead, toRequest, toRequestStatistics } from '../../wire/v3/request.ts';
import { route } from '../route.ts';
import { dataReply, searchRoute } from './rows.ts';

const read = { tag: 'Requests', scope: 'requests.read' } as const;

export const requests = [
  route({
    ...read,
    method: 'GET',
    path: '/requests/:requestId',
    operationId: 'getRequest',
    viewers: 'forbidden',
    summary: 'Read a request of the last days and its response status, by its X-Request-Id',
    reply: dataReply(Request),
    handle: async (ctx, { params }) => ({ data: toRequest(await getRequest(ctx, params.requestId)) }),
  }),
  searchRoute({
    ...read,
    path: '/requests/search',
    operationId: 'searchRequests',
    viewers: 'forbidden',
    summary: 'Search the requests of the last days; search looks in the route',
    item: Request,
    search: searchRequests,
    toItem: toRequest,
  }),
  route({
    ...read,
    method: 'POST',
    path: '/requests/statistics',
    operationId: 'readRequestStatistics',
    viewers: 'forbidden',
    summary:
      'Count the requests of the last days by hour or day, with failures and durations, in total or by route, status or token',
    body: RequestStatisticsRead,
    reply: dataReply(RequestStatistics),
    handle: async (ctx, { body }) => ({ data: toRequestStatistics(await requestStatistics(ctx, body)) }),
  }),
];
