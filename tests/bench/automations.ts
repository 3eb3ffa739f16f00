import { cpus } from 'node:os';
import { main, scoped } from '../chaos/endings.ts';
import { comparePairs, PAIRS, printComparison } from '../ratios/pairs.ts';
import { openAutomations } from './automations-sides.ts';
import { amongWaiting } from './automations-waiting.ts';

/**
 * npm run bench:automations. Steps per second of one worker process against the same SQL in a bare script, in alternating slices; before
 * it how soon a due run continues while very many others wait, and whether the indexes that every step uses fit in
 * memory. PAIRS, SECONDS (of one slice), WAITING and DUE shorten it; WAITING=0 or PAIRS=0 leaves a part out.
 */
const SECONDS = Number(process.env.SECONDS ?? 2);
const WAITING = Number(process.env.WAITING ?? 1_000_000);
const DUE = Number(process.env.DUE ?? 500);
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.7);
const WANTED_DUE_P99_MS = Number(process.env.WANTED_DUE_P99_MS ?? 1_000);

await main(async () => {
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}"`);
  const isInTime = WAITING === 0 || (await scoped(measureWaiting));
  const isFastEnough = PAIRS === 0 || (await scoped(measureThroughput));
  return isInTime && isFastEnough;
});

async function measureThroughput(): Promise<boolean> {
  const comparison = await comparePairs(await openAutomations(), { pairs: PAIRS, seconds: SECONDS });
  console.log(`pairs=${PAIRS} sliceSeconds=${SECONDS}`);
  printComparison(comparison);
  return comparison.ratio >= WANTED_RATIO;
}

async function measureWaiting(): Promise<boolean> {
  const { p50Ms, p99Ms, indexes, hotIndexMb, sharedBuffersMb, ramMb } = await amongWaiting(WAITING, Math.min(DUE, WAITING));
  console.log(`indexesMb="${indexes.map(({ name, mb }) => `${name}:${mb.toFixed(1)}`).join(' ')}"`);
  console.log(
    `waiting=${WAITING} due=${DUE} dueP50Ms=${p50Ms} dueP99Ms=${p99Ms} hotIndexMb=${Math.round(hotIndexMb)} ` +
      `sharedBuffersMb=${Math.round(sharedBuffersMb)} ramMb=${Math.round(ramMb)}`,
  );
  return p99Ms <= WANTED_DUE_P99_MS && hotIndexMb <= ramMb;
}
