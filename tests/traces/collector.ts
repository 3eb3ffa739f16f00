import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { atEnd } from '../chaos/endings.ts';

/** A span as OTLP sends it. */
export type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; status?: { code?: number } };
type Export = { resourceSpans?: { scopeSpans?: { spans?: Span[] }[] }[] };

export type Collector = { url: string; spans: Map<string, Span>; close(): Promise<void> };

/** Receives spans over OTLP/HTTP in JSON, as a collector does. Refuses everything else. */
export async function startCollector(): Promise<Collector> {
  const spans = new Map<string, Span>();
  const server = createServer((request, response) => {
    const isOurs = request.method === 'POST' && request.url === '/v1/traces';
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
    if (!isOurs || !isJson) return void response.writeHead(415).end();
    void bodyOf(request).then((body) => {
      for (const span of spansOf(JSON.parse(body) as Export)) spans.set(span.spanId, span);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  atEnd(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, close };
}

async function bodyOf(request: Parameters<typeof text>[0] & { headers: NodeJS.Dict<string | string[]> }): Promise<string> {
  if (request.headers['content-encoding'] !== 'gzip') return text(request);
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return gunzipSync(Buffer.concat(chunks)).toString();
}

const spansOf = ({ resourceSpans = [] }: Export): Span[] =>
  resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans = [] }) => spans));
