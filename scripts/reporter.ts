import type { TestEvent } from 'node:test/reporters';

const SLOWEST = 5;

/** Prints failures with their reasons, and the number of passed tests. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let passed = 0;
  let failed = 0;
  const msOf = new Map<string, number>();
  for await (const event of events) {
    if (event.type === 'test:pass' && event.data.details.type !== 'suite') passed++;
    if ((event.type === 'test:pass' || event.type === 'test:fail') && event.data.nesting === 0)
      msOf.set(event.data.file ?? '', (msOf.get(event.data.file ?? '') ?? 0) + event.data.details.duration_ms);
    if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message;
    if (event.type === 'test:fail' && event.data.details.type !== 'suite') {
      failed++;
      const { error } = event.data.details;
      yield `\nFAILED ${event.data.name} (${event.data.file}:${event.data.line})\n${(error.cause as Error)?.stack ?? error.message}\n`;
    }
  }
  yield slowest(msOf);
  yield `tests: ${passed} passed, ${failed} failed\n`;
}

/** Prints the slowest files. */
function slowest(msOf: Map<string, number>): string {
  const longestFirst = [...msOf].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  return `slowest: ${longestFirst.map(([file, ms]) => `${file.split('/').at(-1)} ${Math.round(ms / 1000)} s`).join(', ')}\n`;
}
