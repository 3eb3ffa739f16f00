import type { Span } from './collector.ts';

/** Returns the names from the root of the trace to a span, or why there is no such path. */
export function pathTo(spans: Map<string, Span>, spanId: string): string[] | { broken: string } {
  const names: string[] = [];
  for (let at = spans.get(spanId); ; ) {
    if (!at) return { broken: `a span above ${names[0] ?? spanId} was not exported` };
    names.unshift(at.name);
    if (!at.parentSpanId) return names;
    at = spans.get(at.parentSpanId);
  }
}

/** Returns the paths of all spans of a trace. */
export const pathsOf = (spans: Map<string, Span>, traceId: string): string[] =>
  [...spans.values()]
    .filter((span) => span.traceId === traceId)
    .map(({ spanId }) => {
      const path = pathTo(spans, spanId);
      return 'broken' in path ? path.broken : path.join(' > ');
    });
