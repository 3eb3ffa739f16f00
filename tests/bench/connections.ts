import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { main } from '../chaos/endings.ts';
import { median } from '../ratios/median.ts';
import { cpuMsOf } from '../ratios/processes.ts';
import { quantile, stolenTime } from './attempts.ts';
import { type ClientCost, openClients } from './connections/clients.ts';
import { type Requests, readChats } from './connections/requests.ts';
import { openSetup, type Setup } from './connections/setup.ts';
import { brokenPromises } from './connections/verdict.ts';
import type { Memory } from './memory-preload.ts';

/**
 * npm run bench:connections. Many open event feeds on one API process: what one costs in memory, how late an event reaches the last of the
 * listeners of a tenant, and how much later other requests are answered. Rounds without and with the connections alternate, and the median
 * of the rounds counts. CONNECTIONS, LISTENERS (of a tenant), ROUNDS, SECONDS (of requests) and EVENTS (of a round) shorten it. LAG_MS delays
 * what the clients see, and LEAK_KB_PER_SECOND lets the API process leak: faults to see the verdict fail.
 */
const numberOf = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const CONNECTIONS = numberOf('CONNECTIONS', 10_000);
const LISTENERS = numberOf('LISTENERS', 1_000);
const ROUNDS = numberOf('ROUNDS', 3);
const SECONDS = numberOf('SECONDS', 15);
const EVENTS = numberOf('EVENTS', 20);
const PER_SECOND = numberOf('PER_SECOND', 100);
const LAG_MS = numberOf('LAG_MS', 0);
const limits = {
  connections: CONNECTIONS,
  eventMs: numberOf('WANTED_EVENT_MS', 1_000),
  ratio: numberOf('WANTED_RATIO', 1.5),
  noiseMs: numberOf('NOISE_MS', 5),
};
const IDLE_SECONDS = 10;
const EVENT_EVERY_MS = 250;
/** Until the feeds have read once, and closed ones have given their lease back. */
const SETTLE_MS = 6_000;

type Round = {
  before: Memory;
  open: Memory;
  openSeconds: number;
  idleCpuShare: number;
  eventMs: number[];
  alone: Requests;
  beside: Requests;
  client: ClientCost;
};

async function runRound({ api, tenants, reader }: Setup, round: number): Promise<Round> {
  const alone = await readChats(reader, PER_SECOND, SECONDS);
  const before = await api.memory();
  const startedAt = performance.now();
  const clients = await openClients(api.url, tenants, LAG_MS);
  const openSeconds = (performance.now() - startedAt) / 1_000;
  await wait(SETTLE_MS);
  const cpuBefore = cpuMsOf(api.pid);
  await wait(IDLE_SECONDS * 1_000);
  const idleCpuShare = (cpuMsOf(api.pid) - cpuBefore) / (IDLE_SECONDS * 1_000);
  const open = await api.memory();
  const beside = await readChats(reader, PER_SECOND, SECONDS);
  const eventMs: number[] = [];
  for (let n = 0; n < EVENTS; n++) {
    const tenant = tenants[n % tenants.length];
    if (tenant) eventMs.push(await clients.eventMs(tenant, `mark-${round}-${n}`));
    await wait(EVENT_EVERY_MS);
  }
  const client = await clients.close();
  await wait(SETTLE_MS);
  return { before, open, openSeconds, idleCpuShare, eventMs, alone, beside, client };
}

const printRound = (round: Round, n: number): void =>
  console.log(
    `round=${n} openSeconds=${round.openSeconds.toFixed(1)} idleCpuShare=${round.idleCpuShare.toFixed(2)} eventP95Ms=${quantile(round.eventMs, 0.95).toFixed(0)} aloneP99Ms=${round.alone.p99Ms.toFixed(1)} besideP99Ms=${round.beside.p99Ms.toFixed(1)} rssMb=${mb(round.before.rssBytes)}..${mb(round.open.rssBytes)} heapMb=${mb(round.before.heapBytes)}..${mb(round.open.heapBytes)}`,
  );

const mb = (bytes: number): string => (bytes / 1_048_576).toFixed(0);
const kbEach = ({ before, open }: Round, of: keyof Memory): string => ((open[of] - before[of]) / 1_024 / CONNECTIONS).toFixed(1);

/** The memory of one connection is that of the first round: later ones reuse pages that the process has already. */
function printFigures(rounds: Round[], first: Round, after: Memory): boolean {
  const eventMs = rounds.flatMap((round) => round.eventMs);
  const of = (figure: (round: Round) => number) => median(rounds.map(figure));
  const [aloneP99Ms, besideP99Ms] = [of(({ alone }) => alone.p99Ms), of(({ beside }) => beside.p99Ms)];
  const { client } = first;
  const lost = rounds.reduce((sum, round) => sum + round.client.lost, 0);
  const failed = rounds.reduce((sum, { alone, beside }) => sum + alone.failed + beside.failed, 0);
  const eventP95Ms = quantile(eventMs, 0.95);
  const figures = { eventP95Ms, events: eventMs.length, connections: CONNECTIONS, lost, failed, aloneP99Ms, besideP99Ms };
  const broken = brokenPromises(figures, limits);
  console.log(
    `clientProcesses=${client.processes} clientRssMb=${mb(client.rssBytes)} clientCpuMs=${client.cpuMs.toFixed(0)} openSeconds=${of(({ openSeconds }) => openSeconds).toFixed(1)}`,
  );
  console.log(
    `connections=${CONNECTIONS} listeners=${LISTENERS} rssKbEach=${kbEach(first, 'rssBytes')} heapKbEach=${kbEach(first, 'heapBytes')} externalKbEach=${kbEach(first, 'externalBytes')} heapKbEachAfter=${((after.heapBytes - first.before.heapBytes) / 1_024 / CONNECTIONS).toFixed(1)} idleCpuShare=${of(({ idleCpuShare }) => idleCpuShare).toFixed(2)}`,
  );
  console.log(
    `events=${eventMs.length} eventMs=${eventP95Ms.toFixed(0)} eventMedianMs=${median(eventMs).toFixed(0)} lost=${lost} failed=${failed}`,
  );
  console.log(
    `requests=${rounds.length * first.alone.count} aloneP99Ms=${aloneP99Ms.toFixed(1)} besideP99Ms=${besideP99Ms.toFixed(1)} noiseMs=${limits.noiseMs} requestRatio=${(besideP99Ms / aloneP99Ms).toFixed(2)}`,
  );
  console.log(`broken=${broken.join() || 'none'}`);
  return broken.length === 0;
}

await main(async () => {
  const setup = await openSetup(CONNECTIONS, LISTENERS);
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}" rounds=${ROUNDS} seconds=${SECONDS} perSecond=${PER_SECOND}`);
  const stolen = stolenTime();
  await readChats(setup.reader, PER_SECOND, SECONDS); // warms the process up
  const rounds: Round[] = [];
  for (let n = 1; n <= ROUNDS; n++) {
    const round = await runRound(setup, n);
    printRound(round, n);
    rounds.push(round);
  }
  console.log(`stolenPercent=${stolen().toFixed(1)}`);
  const [first] = rounds;
  return first !== undefined && printFigures(rounds, first, await setup.api.memory());
});
