import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import type { Logger } from '../platform/logger.ts';
import { type Body, bodyOf } from './body.ts';
import type { CellPools } from './cells.ts';
import { headersFor, passedOn } from './headers.ts';
import { type RouteKey, routeKey } from './route-key.ts';
import type { Routes } from './routes.ts';

export type EdgeDeps = { cells: CellPools; routes: Routes; log: Logger; trustProxy: boolean };

/** A tenant can move while a request is on its way; it does not move this often. */
const MOST_CELLS = 3;

/** Passes a request to the cell of its tenant, and the answer back. */
export async function passOn(deps: EdgeDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '/', headers } = request;
  const key = routeKey({ url, authorization: headers.authorization, cookie: headers.cookie });
  const found = await deps.routes.find(key);
  if (found === 'unavailable')
    return refuse(response, 'No cell claims this tenant, and a cell does not answer; retry in a moment');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const body = await bodyOf(request);
  let { cell } = found;
  for (let i = 0; i < MOST_CELLS; i++) {
    const answer = await send(deps, cell, request, body, gone.signal);
    const next = answer.statusCode === 421 ? deps.routes.learn(key, String(answer.headers['patchbay-cell'])) : undefined;
    if (next === undefined) return sendBack(answer, response);
    await answer.body.dump();
    deps.log.info({ key: nameOf(key), from: cell, to: next }, 'tenant has moved, route corrected');
    if (!body.canRepeat)
      return refuse(response, 'The tenant has moved to another cell while this body was sent; send the request again');
    cell = next;
  }
  refuse(response, 'The cells refer to each other for this tenant; its move has not ended, retry in a moment');
}

const nameOf = (key: RouteKey | undefined): string => (key ? `${key.kind} ${key.id}` : '-');

function send(
  { cells, trustProxy }: EdgeDeps,
  cell: string,
  request: IncomingMessage,
  body: Body,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData<unknown>> {
  return cells.request(cell, {
    path: request.url ?? '/',
    method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
    headers: headersFor(request, trustProxy),
    body: body.canRepeat ? body.bytes : body.stream,
    signal,
  });
}

async function sendBack(
  { statusCode, headers, body }: Dispatcher.ResponseData<unknown>,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(statusCode, passedOn(headers));
  response.flushHeaders();
  await pipeline(body, response);
}

const RETRY_AFTER_SECONDS = '1';

/** Answers in the format of the API. Nothing of the request has been done. */
export function refuse(response: ServerResponse, message: string, status = 503): void {
  if (response.headersSent) return void response.destroy();
  const text = JSON.stringify({
    success: false,
    error: { messageKey: status === 404 ? 'route_not_found' : 'service_unavailable', message },
  });
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  };
  if (status === 503) headers['retry-after'] = RETRY_AFTER_SECONDS;
  response.writeHead(status, headers).end(text);
}
