import type { TestEvent } from 'node:test/reporters';
import type { Results } from './test-results.ts';

const SLOWEST = 5;

/** Prints failures with their reasons, the slowest files, and the results of all files for scripts/test.ts. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const results: Results = {};
  const msOf = new Map<string, number>();
  for await (const event of events) {
    if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, file = '', line, details, nesting } = event.data;
    if (nesting === 0) msOf.set(file, (msOf.get(file) ?? 0) + details.duration_ms);
    if (details.type === 'suite') continue;
    results[file] ??= { passed: 0, failed: 0 };
    results[file][event.type === 'test:pass' ? 'passed' : 'failed']++;
    if (event.type === 'test:pass') continue;
    const { error } = event.data.details;
    yield `\nFAILED ${name} (${file}:${line})\n${(error.cause as Error)?.stack ?? error.message}\n`;
  }
  yield slowest(msOf);
  yield `results: ${JSON.stringify(results)}\n`;
}

/** Prints the slowest files. */
function slowest(msOf: Map<string, number>): string {
  const longestFirst = [...msOf].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  return `slowest: ${longestFirst.map(([file, ms]) => `${file.split('/').at(-1)} ${Math.round(ms / 1000)} s`).join(', ')}\n`;
}
