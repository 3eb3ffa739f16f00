import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { createTracing, type Tracing } from './tracing.ts';

type Exported = { traceId: string; spanId: string; parentSpanId?: string; name: string };

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const NOT_RECORDED = PARENT.replace(/01$/, '00');

/** Returns a tracing that exports to a collector, and what the collector got when the tracing has ended. */
async function givenTracing({ share = 1, status = 200 }: { share?: number; status?: number } = {}) {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  after(() => collector.close());
  const lines: string[] = [];
  const metrics = createMetrics();
  const tracing = await createTracing(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: { 'x-tenant': 'ours' },
      OTEL_SERVICE_NAME: 'patchbay',
      OTEL_TRACES_SAMPLER_ARG: share,
    },
    { log: createLogger('warn', { write: (line) => void lines.push(line) }), metrics },
  );
  const ended = async (): Promise<Exported[]> => {
    await tracing?.close();
    return bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
  };
  return { tracing: tracing as Tracing, ended, lines, metrics };
}

test('a span continues the trace of its parent, and what is stored of it is the parent of later ones', async () => {
  const { tracing, ended } = await givenTracing();
  const first = tracing.start('first', { parent: PARENT });
  const second = tracing.start('second', { parent: first.traceparent });
  second.end();
  first.end();
  const spans = await ended();
  const [one, two] = ['first', 'second'].map((name) => spans.find((span) => span.name === name));
  assert.equal(one?.traceId, '0af7651916cd43dd8448eb211c80319c');
  assert.equal(one?.parentSpanId, 'b7ad6b7169203331');
  assert.equal(two?.traceId, one?.traceId);
  assert.equal(two?.parentSpanId, one?.spanId);
});

test('a span with a malformed or empty parent begins a trace', async () => {
  const { tracing, ended } = await givenTracing();
  for (const parent of ['x', `${PARENT}x`, PARENT.replace(/-0af.*c-/, `-${'0'.repeat(32)}-`)])
    tracing.start('root', { parent, isForeign: true }).end();
  const spans = await ended();
  assert.equal(spans.length, 3);
  assert.ok(spans.every(({ parentSpanId }) => !parentSpanId));
});

test('what is recorded is decided once, where the trace begins; a caller cannot demand it', async () => {
  const none = await givenTracing({ share: 0 });
  const asked = none.tracing.start('asked', { parent: PARENT, isForeign: true });
  asked.end();
  none.tracing.start('later', { parent: asked.traceparent }).end();
  assert.deepEqual(await none.ended(), []);
  const all = await givenTracing();
  all.tracing.start('job', { parent: NOT_RECORDED }).end();
  assert.deepEqual(await all.ended(), []);
});

test('a collector that refuses is logged once, and its spans are counted', async () => {
  const { tracing, ended, lines, metrics } = await givenTracing({ status: 400 });
  tracing.start('lost').end();
  await ended();
  assert.equal(lines.filter((line) => line.includes('failed to export spans')).length, 1);
  assert.match(await metrics.text(), /patchbay_spans_not_exported_total 1\b/);
});

test('without an endpoint no module of the exporter is loaded', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { createTracing } = await import(${JSON.stringify(new URL('./tracing.ts', import.meta.url).href)});
    const { createApp } = await import(${JSON.stringify(new URL('../app.ts', import.meta.url).href)});
    const tracing = await createTracing({}, {});
    const traced = loaded.filter((url) => /sdk-trace|otlp/.test(url));
    console.log(JSON.stringify({ off: tracing === undefined, modules: loaded.length > 100, app: typeof createApp, traced }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  assert.deepEqual(JSON.parse(stdout), { off: true, modules: true, app: 'function', traced: [] });
});
