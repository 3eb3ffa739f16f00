import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import type { Metrics } from './metrics.ts';

const MICROSECONDS = 1e6;

/** Adds memory and processor time of this process to the metrics. */
export function observeProcess(metrics: Metrics): void {
  const descriptions = {
    process_resident_memory_bytes: 'Memory of the process',
    process_start_time_seconds: 'When the process started, in seconds since 1970',
    nodejs_heap_used_bytes: 'Memory of JavaScript objects',
    nodejs_heap_limit_bytes: 'Memory of JavaScript objects at which the process ends',
    nodejs_external_memory_bytes: 'Memory of buffers, outside of the JavaScript heap',
    nodejs_eventloop_utilization: 'Share of the time since the last reading in which the event loop was busy',
  };
  let last = performance.eventLoopUtilization();
  metrics.gauges(descriptions, () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return {
      process_resident_memory_bytes: rss,
      process_start_time_seconds: performance.timeOrigin / 1000,
      nodejs_heap_used_bytes: heapUsed,
      nodejs_heap_limit_bytes: v8.getHeapStatistics().heap_size_limit,
      nodejs_external_memory_bytes: external,
      nodejs_eventloop_utilization: utilization,
    };
  });
  metrics.total('process_cpu_seconds', 'Processor time of the process', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / MICROSECONDS;
  });
}
