import { setImmediate as breathe } from 'node:timers/promises';
import type { Generator } from './generators.ts';
import { measure, type Point, shorter, sizesUpTo, verify } from './growth.ts';
import type { HostileParser } from './parser.ts';

/** The longest time a parser may block the event loop, at its limit. */
const MOST_STALL_MS = 200;
/** Other processes only make times longer, so bad results are measured again. */
const MOST_MEASUREMENTS = 3;

export type Growth = { inputs: number; superlinear: number; stalls: number };

/** Measures every generator of every parser in this thread. Prints those with superlinear time and those that block the event loop. */
export async function measureGrowth(parsers: HostileParser[]): Promise<Growth> {
  const growth: Growth = { inputs: 0, superlinear: 0, stalls: 0 };
  for (const parser of parsers) {
    const startedAt = performance.now();
    let worst = { name: '', ms: 0, ratio: 1 };
    for (const [name, generator] of Object.entries(parser.generators)) {
      const { points, ratio, longestMs, isSuperlinear, isStall } = await verifyInput(parser, generator);
      growth.inputs += points.length;
      growth.superlinear += Number(isSuperlinear);
      growth.stalls += Number(isStall);
      if (longestMs >= worst.ms) worst = { name, ms: longestMs, ratio };
      if (isSuperlinear)
        console.log(`SUPERLINEAR ${parser.name}: ${name}: ${figuresOf(points)}, time per byte x ${ratio.toFixed(1)}`);
      if (isStall) console.log(`STALL ${parser.name}: ${name}: ${longestMs.toFixed(0)} ms on the event loop`);
    }
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    console.log(
      `${parser.name} (${parser.runs}, ${parser.limitBytes} bytes): longest ${worst.ms.toFixed(1)} ms (${worst.name}), x ${worst.ratio.toFixed(1)} per byte (${seconds} s)`,
    );
  }
  return growth;
}

async function verifyInput(parser: HostileParser, generator: Generator<string | Buffer>) {
  let points = await measureSizes(parser, generator);
  for (let i = 1; i < MOST_MEASUREMENTS && isBad(parser, points); i++)
    points = shorter(points, await measureSizes(parser, generator));
  const verdict = verify(points);
  return { ...verdict, points, isStall: isStall(parser, verdict.longestMs) };
}

const isStall = ({ runs }: HostileParser, ms: number): boolean => runs === 'event loop' && ms > MOST_STALL_MS;
const isBad = (parser: HostileParser, points: Point[]): boolean => {
  const { isSuperlinear, longestMs } = verify(points);
  return isSuperlinear || isStall(parser, longestMs);
};

async function measureSizes({ limitBytes, parse }: HostileParser, generator: Generator<string | Buffer>): Promise<Point[]> {
  const points: Point[] = [];
  for (const bytes of sizesUpTo(limitBytes)) {
    points.push(await measure(generator(bytes), bytes, parse as (input: string | Buffer) => unknown));
    await breathe();
  }
  return points;
}

const figuresOf = (points: Point[]): string => points.map(({ bytes, ms }) => `${bytes}: ${ms.toFixed(1)} ms`).join(', ');
