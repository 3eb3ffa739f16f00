import type { TestEvent } from 'node:test/reporters';

/** Says what failed and why, and how many passed; a green run is short. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let passed = 0;
  let failed = 0;
  for await (const event of events) {
    if (event.type === 'test:pass' && event.data.details.type !== 'suite') passed++;
    if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message;
    if (event.type === 'test:fail' && event.data.details.type !== 'suite') {
      failed++;
      const { error } = event.data.details;
      yield `\nFAILED ${event.data.name} (${event.data.file}:${event.data.line})\n${(error.cause as Error)?.stack ?? error.message}\n`;
    }
  }
  yield `tests: ${passed} passed, ${failed} failed\n`;
}
