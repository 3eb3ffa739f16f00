import { writeFile } from 'node:fs/promises';
import { stolenTime } from '../bench/attempts.ts';
import { atEnd, main, scoped } from '../chaos/endings.ts';
import { drawChart } from './chart.ts';
import { type Curve, curves } from './curves.ts';
import { type Measured, measureOperation } from './measure.ts';
import { testMutants } from './mutants.ts';
import { operations } from './operations.ts';
import { openPlaces } from './places.ts';
import { openReceiver } from './receiver.ts';

/**
 * npm run bench:growth. Everything that a person waits for, while one thing grows: the p99 at the largest size is at most 1.5 times that
 * at the smallest, of searches three times. Each size is an installation of its own; their samples are taken in turns. --write draws
 * docs/scale/growth-*.svg; --mutants drops indexes of the larger installation, which must be noticed. SIZES=small has sizes of a tenth,
 * CURVES and OPERATIONS name what is measured, SAMPLES sets how often.
 */
const scale = process.env.SIZES === 'small' ? 'small' : 'full';
const samples = Number(process.env.SAMPLES ?? (scale === 'full' ? 300 : 100));

/** Returns the rows whose names are given, all if none are. */
function chosen<Row extends { name: string }>(rows: Row[], variable: string): Row[] {
  const names = process.env[variable]?.split(',') ?? rows.map(({ name }) => name);
  const unknown = names.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0)
    throw new Error(`${variable}: ${unknown.join()} is unknown; there are ${rows.map(({ name }) => name).join()}`);
  return rows.filter(({ name }) => names.includes(name));
}

async function measureCurve(curve: Curve): Promise<Measured[]> {
  const receiver = await openReceiver();
  atEnd(receiver.close);
  const { places, seconds } = await openPlaces(curve, scale, receiver);
  const stolen = stolenTime();
  const startedAt = performance.now();
  const rows: Measured[] = [];
  for (const operation of chosen(operations, 'OPERATIONS')) {
    const measured = await measureOperation(operation, places, samples);
    rows.push(measured);
    printDetails(curve, measured);
  }
  const refused = places.flatMap(({ tenants }) => tenants).reduce((sum, { world }) => sum + world.refused, 0);
  if (refused > 0) throw new Error(`${refused} calls were refused or stored nothing; the first is printed above`);
  const stolenPercent = stolen().toFixed(1);
  const measuredSeconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(
    `curve=${curve.name} sizes=${curve.sizes[scale].join('/')} ${rows.map(({ operation, figures }) => `${operation.name}Ratio=${figures.p99Ratio.toFixed(2)}`).join(' ')} stolenPercent=${stolenPercent} loadSeconds=${seconds} measureSeconds=${measuredSeconds}`,
  );
  if (process.argv.includes('--write')) {
    const note = `${new Date().toISOString().slice(0, 10)}, ${samples} samples or more per point, ${stolenPercent} % of the processor time stolen`;
    const chart = drawChart({ title: curve.title, axis: curve.axis, note, sizes: curve.sizes[scale], rows });
    await writeFile(`docs/scale/growth-${curve.name}.svg`, chart);
  }
  return rows;
}

function printDetails(curve: Curve, { operation, figures, attempts, isSlow }: Measured): void {
  const shown = (values: number[]) => values.map((ms) => ms.toFixed(1)).join('/');
  console.log(
    `${curve.name} ${operation.name.padEnd(9)} medianMs=${shown(figures.p50)} p99Ms=${shown(figures.p99)} medianRatio=${figures.p50Ratio.toFixed(2)} p99Ratio=${figures.p99Ratio.toFixed(2)} atLeast=${figures.p99RatioLow.toFixed(2)} wanted=${operation.limit} samples=${figures.samples} attempts=${attempts}${isSlow ? ' TOO SLOW' : ''}`,
  );
}

async function measureAll(): Promise<boolean> {
  const startedAt = performance.now();
  const wanted = chosen(curves, 'CURVES');
  const slow: string[] = [];
  for (const curve of wanted) {
    const rows = await scoped(() => measureCurve(curve));
    slow.push(...rows.filter(({ isSlow }) => isSlow).map(({ operation }) => `${curve.name}:${operation.name}`));
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(
    `sizes=${scale} samples=${samples} curves=${wanted.length} operations=${chosen(operations, 'OPERATIONS').length} tooSlow=${slow.join() || 'none'} seconds=${seconds}`,
  );
  return slow.length === 0;
}

await main(() => (process.argv.includes('--mutants') ? testMutants(samples) : measureAll()));
