import { type CpuUse, watchCpu } from './cpu-use.ts';
import { median, medianInterval } from './median.ts';

export type Slice = { units: number; seconds: number };

/** One of two programs that are compared. A unit is a request, a message, a step. */
export type Side = {
  /** Brings the database and the queue to where `run` starts. Not measured. */
  prepare?(units: number): Promise<unknown>;
  /** Does about so many units of work. Returns how many there were and how long they took. */
  run(units: number): Promise<Slice>;
  /** Waits for work that `run` has caused and that must not disturb the next slice. Its CPU time counts, its duration does not. */
  settle?(): Promise<void>;
  /** Returns the CPU milliseconds of this side so far. */
  cpuMs(): Promise<number>;
  /** The process that does the work. */
  pid: number;
};

/** What is compared, how much work the first slice has, and the databases of both sides. */
export type Contest = { sides: { bare: Side; ours: Side }; firstUnits: number; databases: string[] };
export type Options = { pairs: number; seconds: number };

export type Figures = { perSecond: number; cpuMsPerUnit: number };
export type Comparison = {
  bare: Figures;
  ours: Figures;
  ratio: number;
  ratioLow: number;
  ratioHigh: number;
  cpuRatio: number;
  cpu: CpuUse;
};

/**
 * Alternates slices of both sides, so that both see the same other load of the machine, and returns the median of the pairs' ratios. The
 * side that goes first changes with each pair. Two slices of each side come before: they warm it up and set the size of its slices.
 */
export async function comparePairs({ sides, firstUnits, databases }: Contest, { pairs, seconds }: Options): Promise<Comparison> {
  const sizes = {
    bare: await calibrate(sides.bare, firstUnits, seconds),
    ours: await calibrate(sides.ours, firstUnits, seconds),
  };
  const cpuUse = watchCpu(databases);
  const measured: { bare: Figures; ours: Figures }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const first = pair % 2 === 0 ? 'bare' : 'ours';
    const second = first === 'bare' ? 'ours' : 'bare';
    const one = await measureSlice(sides[first], sizes[first]);
    const other = await measureSlice(sides[second], sizes[second]);
    measured.push(first === 'bare' ? { bare: one, ours: other } : { bare: other, ours: one });
  }
  return { ...summaryOf(measured), cpu: cpuUse() };
}

/** Returns how many units a slice of this length has. */
export async function calibrate(side: Side, firstUnits: number, seconds: number): Promise<number> {
  const sizeFor = ({ perSecond }: Figures) => Math.max(1, Math.round(perSecond * seconds));
  const size = sizeFor(await measureSlice(side, firstUnits));
  return sizeFor(await measureSlice(side, size));
}

export async function measureSlice(side: Side, size: number): Promise<Figures> {
  await side.prepare?.(size);
  const before = await side.cpuMs();
  const { units, seconds } = await side.run(size);
  await side.settle?.();
  return { perSecond: units / seconds, cpuMsPerUnit: ((await side.cpuMs()) - before) / units };
}

export function summaryOf(measured: { bare: Figures; ours: Figures }[]): Omit<Comparison, 'cpu'> {
  const medianOf = (side: 'bare' | 'ours', figure: keyof Figures) => median(measured.map((pair) => pair[side][figure]));
  const figuresOf = (side: 'bare' | 'ours'): Figures => ({
    perSecond: medianOf(side, 'perSecond'),
    cpuMsPerUnit: medianOf(side, 'cpuMsPerUnit'),
  });
  const ratios = measured.map(({ bare, ours }) => ours.perSecond / bare.perSecond);
  const { low, high } = medianInterval(ratios);
  return {
    bare: figuresOf('bare'),
    ours: figuresOf('ours'),
    ratio: median(ratios),
    ratioLow: low,
    ratioHigh: high,
    cpuRatio: median(measured.map(({ bare, ours }) => bare.cpuMsPerUnit / ours.cpuMsPerUnit)),
  };
}

/** Prints the figures of a comparison as the last lines of a benchmark. */
export function printComparison(comparison: Comparison): void {
  const { bare, ours, ratio, ratioLow, ratioHigh, cpuRatio, cpu } = comparison;
  const share = (value: number) => value.toFixed(2);
  console.log(
    `ownCpu=${share(cpu.own)} servicesCpu=${share(cpu.services)} otherCpu=${share(cpu.other)} stolenCpu=${share(cpu.stolen)} ` +
      `idleCpu=${share(cpu.idle)} others=${cpu.others}`,
  );
  console.log(`bareCpuMs=${bare.cpuMsPerUnit.toFixed(3)} oursCpuMs=${ours.cpuMsPerUnit.toFixed(3)} cpuRatio=${share(cpuRatio)}`);
  console.log(
    `barePerSecond=${Math.round(bare.perSecond)} oursPerSecond=${Math.round(ours.perSecond)} ratio=${share(ratio)} ` +
      `ratioLow=${share(ratioLow)} ratioHigh=${share(ratioHigh)}`,
  );
}

export const PAIRS = Number(process.env.PAIRS ?? 15);
export const databaseOf = (url: string): string => new URL(url).pathname.slice(1);
