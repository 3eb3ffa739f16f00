import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../platform/config.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { MOST_REQUESTS, openCells } from './cells.ts';
import { type EdgeDeps, passOn, refuse } from './proxy.ts';
import { createRoutes } from './routes.ts';

type EdgeConfig = Pick<Config, 'CELLS' | 'HOST' | 'PORT' | 'LOG_LEVEL' | 'TRUST_PROXY' | 'DRAIN_DELAY_MS'>;

const LARGEST_HEAD_BYTES = 65_536;
const HEADERS_TIMEOUT_MS = 30_000;
/** As long as an upload may take in a cell. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/** Creates the server that passes each request to the cell of its tenant. It stores nothing: any number of them can run. */
export function createEdge(config: EdgeConfig, log: Logger = createLogger(config.LOG_LEVEL)) {
  if (config.CELLS.length === 0)
    throw new Error('CELLS is not set; name the cells, such as CELLS=east=http://10.0.1.5:8080,west=http://10.0.2.5:8080');
  const cells = openCells(config.CELLS);
  const deps: EdgeDeps = { cells, routes: createRoutes(cells.names, cells.ask), log, trustProxy: config.TRUST_PROXY };
  let open = 0;
  let isDraining = false;
  const server = createServer(
    { maxHeaderSize: LARGEST_HEAD_BYTES, headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      if (isDraining) response.shouldKeepAlive = false;
      if (isOwn(request)) return answerOwn(request, response, isDraining);
      if (open >= MOST_REQUESTS) return refuse(response, 'The edge has as many requests as it takes; retry in a moment');
      open++;
      response.once('close', () => open--);
      passOn(deps, request, response).catch((error: unknown) => fail(log, request, response, error));
    },
  );
  server.maxConnections = 2 * MOST_REQUESTS;
  return {
    async listen(): Promise<string> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen({ host: config.HOST, port: config.PORT }, resolve);
      });
      const { address, port } = server.address() as AddressInfo;
      return `http://${address}:${port}`;
    },
    /** Fails the readiness check first, so that load balancers send no more requests. */
    drain(): void {
      isDraining = true;
    },
    async close(): Promise<void> {
      server.close();
      server.closeIdleConnections();
      await cells.close(); // ends feeds, whose clients connect to another edge
      server.closeAllConnections();
    },
  };
}

/** Returns the path as a cell reads it: it decodes escapes before it compares. */
function pathOf({ url = '/' }: IncomingMessage): string {
  const path = url.split('?')[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The edge answers its own health checks. What cells tell each other and operators is not passed on. */
const isOwn = (request: IncomingMessage): boolean => /^\/(livez|readyz|metrics|cell(\/.*)?)$/.test(pathOf(request));

function answerOwn(request: IncomingMessage, response: ServerResponse, isDraining: boolean): void {
  const path = pathOf(request);
  if (path === '/livez') response.end('{"status":"alive"}');
  else if (path !== '/readyz') refuse(response, 'There is no such path here', 404);
  else
    response
      .writeHead(isDraining ? 503 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ready: !isDraining }));
}

/** A cell that does not answer, or a caller that has left. */
function fail(log: Logger, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (!response.destroyed) log.warn({ path: pathOf(request), reason: (error as Error).message }, 'cell did not answer');
  refuse(response, 'The cell of this tenant does not answer; retry in a moment');
}
