import { getRequest, searchRequests } from '../../domain/requests/index.ts';
import { Request, toRequest } from '../../wire/v3/request.ts';
import { route } from '../route.ts';
import { dataReply, searchRoute } from './rows.ts';

const read = { tag: 'Requests', scope: 'requests.read' } as const;

export const requests = [
  route({
    ...read,
    method: 'GET',
    path: '/requests/:requestId',
    operationId: 'getRequest',
    summary: 'Read a request of the last days and its response status, by its X-Request-Id',
    reply: dataReply(Request),
    handle: async (ctx, { params }) => ({ data: toRequest(await getRequest(ctx, params.requestId)) }),
  }),
  searchRoute({
    ...read,
    path: '/requests/search',
    operationId: 'searchRequests',
    summary: 'Search the requests of the last days; search looks in the route',
    item: Request,
    search: searchRequests,
    toItem: toRequest,
  }),
];
