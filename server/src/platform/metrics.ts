import type { Attributes, Counter, Histogram, ObservableCallback, ObservableGauge } from '@opentelemetry/api';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** Declares all metrics of the service. */
export function createMetrics() {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const meter = new MeterProvider({ readers: [reader] }).getMeter('patchbay');
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const names = new Set<string>();
  const counter = (name: string, description: string): Counter<Attributes> => {
    names.add(`${name}_total`);
    return meter.createCounter(name, { description });
  };
  const seconds = (name: string, description: string): Histogram<Attributes> => {
    names.add(name);
    return meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: SECONDS_BUCKETS } });
  };
  const newGauge = (name: string, description: string): ObservableGauge<Attributes> => {
    names.add(name);
    return meter.createObservableGauge(name, { description });
  };
  return {
    httpRequestSeconds: seconds('patchbay_http_request_seconds', 'Time from first byte to last, by operation and status'),
    jobSeconds: seconds('patchbay_job_seconds', 'Time a job took, by kind'),
    jobFailures: counter('patchbay_job_failures', 'Failed attempts of jobs, by kind'),
    deliverySeconds: seconds('patchbay_webhook_attempt_seconds', 'Time a webhook attempt took, by outcome'),
    sendSeconds: seconds('patchbay_send_seconds', 'Time a provider took to answer a send, by channel kind and outcome'),
    inboundCallbacks: counter(
      'patchbay_inbound_callbacks',
      'Callbacks of providers, by channel kind and whether they were stored',
    ),
    parserSeconds: seconds('patchbay_parser_seconds', 'Time a parser task took in the pool, waiting included, by parser'),
    parserFailures: counter('patchbay_parser_failures', 'Parser tasks that were refused or ended, by parser and reason'),
    failedLogins: counter('patchbay_failed_logins', 'Requests whose credentials were refused'),
    bodiesRefused: counter(
      'patchbay_request_bodies_refused',
      'Requests answered with 503 because the memory for request bodies was used up',
    ),
    rateLimitLocal: counter('patchbay_rate_limit_local', 'Requests counted by this process alone because Redis was unavailable'),
    requestsRetried: counter(
      'patchbay_requests_begun_anew',
      'Requests retried because a concurrent transaction made their own fail',
    ),
    requestLogDropped: counter(
      'patchbay_request_log_dropped',
      'Requests missing in the request log because it was overloaded or unavailable',
    ),
    jobsSwept: counter('patchbay_jobs_swept', 'Jobs that the sweep published, by reason: due, room or lost'),
    spansNotExported: counter('patchbay_spans_not_exported', 'Spans that the trace collector did not take'),
    partitionsMade: counter('patchbay_partitions_made', 'Partitions created ahead of time'),
    partitionsDropped: counter('patchbay_partitions_dropped', 'Partitions dropped because everything in them was too old'),
    gauge: (name: string, description: string, observe: ObservableCallback<Attributes>) =>
      newGauge(name, description).addCallback(observe),
    /** Declares a counter whose value is read. */
    total(name: string, description: string, read: () => number): void {
      names.add(`${name}_total`);
      meter.createObservableCounter(name, { description }).addCallback((result) => result.observe(read()));
    },
    /** Declares gauges that one function reads. */
    gauges<Name extends string>(descriptions: Record<Name, string>, read: () => Record<Name, number>): void {
      const wanted = Object.keys(descriptions) as Name[];
      const made = wanted.map((name) => newGauge(name, descriptions[name]));
      meter.addBatchObservableCallback((result) => {
        const values = read();
        for (const [i, gauge] of made.entries()) result.observe(gauge, values[wanted[i] as Name]);
      }, made);
    },
    /** Returns the names of all metrics declared so far, as Prometheus shows them. */
    names: (): string[] => [...names],
    async text(): Promise<string> {
      const { resourceMetrics } = await reader.collect();
      return serializer.serialize(resourceMetrics);
    },
  };
}
