import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

const SAMPLE_EVERY_MS = 10;
const NANOSECONDS = 1e9;

/**
 * Measures how long the event loop was blocked and adds it to the metrics, with the names of the OpenTelemetry conventions. Each
 * reading covers the time since the previous one. An idle loop shows about 0.01 s, the sampling interval.
 */
export function observeEventLoop(metrics: Metrics): { stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
  delay.enable();
  const descriptions = {
    nodejs_eventloop_delay_max_seconds: 'Longest delay of the event loop since the last reading',
    nodejs_eventloop_delay_p99_seconds: '99th percentile of the delay of the event loop since the last reading',
  };
  metrics.gauges(descriptions, () => {
    const read = {
      nodejs_eventloop_delay_max_seconds: delay.count === 0 ? 0 : delay.max / NANOSECONDS,
      nodejs_eventloop_delay_p99_seconds: delay.count === 0 ? 0 : delay.percentile(99) / NANOSECONDS,
    };
    delay.reset();
    return read;
  });
  return { stop: () => void delay.disable() };
}
