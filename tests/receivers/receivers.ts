import { main, printFigures } from '../security/environment.ts';
import { openBench } from './bench.ts';
import { keepBreakerClosed, openBreaker } from './breaker.ts';
import { observeAll } from './observe.ts';
import { createReport } from './report.ts';
import { failForFiveDays, recover, walkSchedule } from './schedule.ts';

/** Checks deliveries to every kind of receiver, and their retry delays. */
await main(async () => {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).toReversed())
      await one().catch((error: unknown) => console.error('while closing:', error));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close().then(() => process.exit(130)));
  try {
    const bench = await openBench(closers);
    const report = createReport(console.log);
    await observeAll(bench, report);
    // The clock is moved from here on, so scenes run one at a time.
    await report.scene('too few failures for the breaker', () => keepBreakerClosed(bench));
    await report.scene('the breaker', () => openBreaker(bench, report));
    await report.scene('a success after failures', () => recover(bench));
    await report.scene('the whole schedule', () => walkSchedule(bench, report));
    await report.scene('five days of failure', () => failForFiveDays(bench));
    printFigures(report.figures());
    return report.kept();
  } finally {
    await close();
  }
});
