import { type Link, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanOptions, Tracing, TracingConfig, TracingDeps } from './tracing.ts';

const EXPORT_EVERY_MS = 1_000;
/** Spans that wait for the collector. More are dropped: an outage of the collector must not fill the memory. */
const MOST_WAITING = 8_192;
const LONGEST_ATTRIBUTE = 1_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Exports spans over OTLP/HTTP with the OpenTelemetry SDK. Only `createTracing` imports this module, and only if an endpoint is set. */
export function createOtlpTracing(config: TracingConfig & { OTEL_EXPORTER_OTLP_ENDPOINT: string }, deps: TracingDeps): Tracing {
  const sampler = new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG);
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.OTEL_SERVICE_NAME }),
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanLimits: { attributeValueLengthLimit: LONGEST_ATTRIBUTE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportFailures(exporter, deps),
        scheduledDelayMillis: EXPORT_EVERY_MS,
        maxQueueSize: MOST_WAITING,
      }),
    ],
  });
  const tracer = provider.getTracer('patchbay');
  return {
    start(name, { parent, isForeign = false, kind, links = [], attributes = {} }: SpanOptions = {}): Span {
      const parentContext = decode(parent, isForeign);
      const around = parentContext ? trace.setSpanContext(ROOT_CONTEXT, parentContext) : ROOT_CONTEXT;
      const options = { kind: kind ? kinds[kind] : SpanKind.INTERNAL, links: links.flatMap(toLink), attributes };
      const span = tracer.startSpan(name, options, around);
      return {
        traceparent: encode(span.spanContext()),
        set: (more) => void span.setAttributes(more),
        end(error) {
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message });
          span.end();
        },
      };
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** Counts spans that the collector did not take, and logs each new reason once: an outage of an hour must not fill the disk. */
function reportFailures(exporter: OTLPTraceExporter, { log, metrics }: TracingDeps): SpanExporter {
  let lastReason = '';
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const reason = result.error?.message ?? '';
        if (result.code !== 0) metrics.spansNotExported.add(spans.length);
        if (result.code !== 0 && reason !== lastReason) log.warn({ reason }, 'failed to export spans');
        lastReason = reason;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}

const PATTERN = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads a W3C traceparent. Returns undefined if it is malformed or all zeros. */
function decode(traceparent: string | undefined, isRemote: boolean): SpanContext | undefined {
  const [, traceId, spanId, flags] = PATTERN.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return undefined;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote };
  return trace.isSpanContextValid(context) ? context : undefined;
}

const encode = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

function toLink(traceparent: string | undefined): Link[] {
  const context = decode(traceparent, false);
  return context ? [{ context }] : [];
}
