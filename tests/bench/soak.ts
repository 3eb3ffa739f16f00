import { writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { atEnd, main } from '../chaos/endings.ts';
import { median } from '../ratios/median.ts';
import { openClient } from './seed-runs.ts';
import { drawChart } from './soak/chart.ts';
import { openFeeds } from './soak/feeds.ts';
import { createLoad, type LoadGenerator } from './soak/load.ts';
import { openSampler } from './soak/samples.ts';
import { openSetup, type Setup } from './soak/setup.ts';
import { brokenPromises, type Counted, type Sample, trends } from './soak/verdict.ts';

/**
 * npm run bench:soak [-- --write]. Reads, messages in and out, webhook deliveries and feeds for 20 minutes at 70 % of the rate that was
 * measured to be possible. Memory, connections, dead rows and bytes per message must not grow in the last third. MINUTES and
 * CAPACITY_SECONDS shorten it. `--write` also draws docs/scale/soak.svg. LEAK_KB_PER_SECOND (of both processes), FAULT=snapshot (an open
 * transaction that keeps dead rows) and FAULT=connections (one more with each sample) plant faults, to see the verdict fail.
 */
const numberOf = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const MINUTES = numberOf('MINUTES', 20);
const CAPACITY_SECONDS = numberOf('CAPACITY_SECONDS', Math.min(60, MINUTES * 10));
const SHARE = numberOf('SHARE', 0.7);
const LISTENERS = numberOf('LISTENERS', 20);
const WANTED_RATIO = numberOf('WANTED_RATIO', 1.1);
const LONGEST_INTERVAL_SECONDS = 30;
const SAMPLES = 36;
const FAULT = process.env.FAULT ?? '';

async function plantFault({ environment }: Setup): Promise<() => Promise<void>> {
  const open = async () => {
    const client = await openClient(environment.url);
    client.on('error', () => undefined); // the database is dropped at the end
    atEnd(() => client.end());
    return client;
  };
  if (FAULT === 'snapshot') {
    const client = await open();
    await client.query('begin isolation level repeatable read');
    await client.query('select count(*) from messages');
  }
  return async () => void (FAULT === 'connections' && (await open()));
}

/** Takes samples while the load runs. */
async function soak(setup: Setup, generator: LoadGenerator, perSecond: number): Promise<Sample[]> {
  const afterSample = await plantFault(setup);
  const takeSample = await openSampler(setup);
  const over = new AbortController();
  const offering = generator.offer(perSecond, over.signal);
  const samples: Sample[] = [];
  const intervalMs = Math.min(LONGEST_INTERVAL_SECONDS, (MINUTES * 60) / SAMPLES) * 1_000;
  try {
    for (const startedAt = performance.now(); performance.now() - startedAt < MINUTES * 60_000; ) {
      await wait(Math.max(0, startedAt + (samples.length + 1) * intervalMs - performance.now()));
      samples.push(await takeSample());
      await afterSample();
    }
  } finally {
    over.abort();
    await offering;
  }
  return samples;
}

async function keepSeries(samples: Sample[]): Promise<void> {
  const file = join(tmpdir(), `patchbay-soak-${process.pid}.json`);
  await writeFile(file, JSON.stringify(samples, null, 1));
  console.log(`series=${file}`);
  if (process.argv.includes('--write')) await writeFile('docs/scale/soak.svg', drawChart(samples));
}

function printFigures(samples: Sample[], counted: Counted): boolean {
  for (const { series, middle, last, ratio, isFlat } of trends(samples, WANTED_RATIO))
    console.log(`trend=${series} middle=${middle.toFixed(0)} last=${last.toFixed(0)} ratio=${ratio.toFixed(3)} flat=${isFlat}`);
  const lastThird = samples.slice(-Math.floor(samples.length / 3));
  const of = (series: keyof Sample) => median(lastThird.map((one) => one[series]));
  const { offered, done, skipped, failed, lostFeeds } = counted;
  console.log(`natsServerBytes=${of('natsServerBytes')} redisServerBytes=${of('redisServerBytes')} dueJobs=${of('dueJobs')}`);
  console.log(`units=${offered} done=${done} skipped=${skipped} failed=${failed} lostFeeds=${lostFeeds}`);
  console.log(
    `deadRows=${of('deadRows')} deadRowsLimit=${of('deadRowsLimit').toFixed(0)} tableBytesPerMessage=${of('tableBytesPerMessage').toFixed(0)} indexBytesPerMessage=${of('indexBytesPerMessage').toFixed(0)} bytesPerMessage=${of('bytesPerMessage').toFixed(0)}`,
  );
  const broken = brokenPromises(samples, counted, WANTED_RATIO);
  const worst = Math.max(
    ...trends(samples, WANTED_RATIO).map(({ ratio, isFlat }) => (isFlat ? Math.min(ratio, WANTED_RATIO) : ratio)),
  );
  console.log(`samples=${samples.length} worstRatio=${worst.toFixed(3)} broken=${broken.join() || 'none'}`);
  return broken.length === 0;
}

await main(async () => {
  const setup = await openSetup();
  const generator = createLoad(setup.target, setup.client);
  atEnd(generator.close);
  const feeds = await openFeeds(setup.target, LISTENERS);
  const capacity = await generator.capacity(CAPACITY_SECONDS);
  const perSecond = capacity * SHARE;
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}" minutes=${MINUTES} listeners=${LISTENERS}`);
  console.log(`capacityUnitsPerSecond=${capacity.toFixed(1)} offeredUnitsPerSecond=${perSecond.toFixed(1)}`);
  const { load } = generator;
  const before = { ...load, events: feeds.events(), lostFeeds: feeds.lost() };
  const samples = await soak(setup, generator, perSecond);
  console.log(`feedEvents=${feeds.events() - before.events}`);
  for (const error of load.errors) console.error(error);
  const lostFeeds = feeds.lost() - before.lostFeeds;
  feeds.close();
  await keepSeries(samples);
  const [offered, done, failed] = [load.offered - before.offered, load.done - before.done, load.failed - before.failed];
  return printFigures(samples, { offered, done, failed, skipped: load.skipped, lostFeeds });
});
