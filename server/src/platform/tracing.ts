import type { Config } from './config.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** What caused a piece of work: the id of the request, and the span that the work continues as a W3C `traceparent`. Rows store it. */
export type Origin = { requestId?: string; traceparent?: string };

export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/** A span that is under way. */
export type Span = {
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Ends the span, with the error if the work failed. */
  end(error?: unknown): void;
};

export type SpanOptions = {
  /** The traceparent of the cause. Without one, or if it is malformed, the span begins a trace. */
  parent?: string | undefined;
  /** The parent comes from a caller, whose decision to record a trace does not bind us. */
  isForeign?: boolean;
  kind?: 'server' | 'client' | 'consumer';
  /** Traceparents of spans in other traces. */
  links?: (string | undefined)[];
  attributes?: SpanAttributes;
};

export type Tracing = { start(name: string, options?: SpanOptions): Span; close(): Promise<void> };

export type TracingDeps = { log: Logger; metrics: Pick<Metrics, 'spansNotExported'> };
export type TracingConfig = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG'
>;

/** Starts to export spans if an endpoint is set. Without one, no module of the exporter is loaded. */
export async function createTracing(config: TracingConfig, deps: TracingDeps): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, deps);
}

/** Returns an origin as a row stores it. */
export const storedOrigin = (origin: Origin | null | undefined): string | null =>
  origin?.requestId === undefined && origin?.traceparent === undefined ? null : JSON.stringify(origin);

/** Returns the origin of what a span causes. Without a span it is the origin of the span's own work. */
export const originFrom = (origin: Origin | undefined, span: Span | undefined): Origin | undefined =>
  span ? { ...origin, traceparent: span.traceparent } : origin;
