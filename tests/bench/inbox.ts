import { program } from '../../server/src/test-kit/programs.ts';
import { median } from '../ratios/median.ts';
import { cpuBetween, cpuOfDatabase } from './database-cpu.ts';
import { createBenchEnvironment } from './environment.ts';
import { feedLatency } from './inbox-feed.ts';
import { type Action, actions, createWorld, integrate, type Samples, type World, work } from './inbox-people.ts';
import { PEOPLE, type Side, sideOf } from './inbox-side.ts';
import { createInboxDatabase } from './seed-inbox.ts';
import { type Started, start } from './start.ts';

/**
 * npm run bench:inbox. One tenant with 1,000,000 chats and 5,000,000 messages and one with 10,000 and 50,000, in one database. Fifty people
 * open, list, count, search messages, find chats by name and reply while an integration runs at its limit; the two tenants take turns.
 * Then events on the live feed: one listener on an idle server and fifty, in turns. A ratio compares two turns that follow each other, and the
 * median of all rounds counts: a busy moment of the machine slows one turn. The database runs with deploy/postgres/patchbay.conf.
 * KEEP=1 keeps the filled database for later runs.
 * LARGE and SMALL (chats), WORKERS (people), SECONDS (of a turn), ROUNDS, PER_SECOND (of the integration) and EVENTS shorten it.
 */
const numberOf = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const LARGE = numberOf('LARGE', 1_000_000);
const SMALL = numberOf('SMALL', 10_000);
const WORKERS = Math.min(PEOPLE, numberOf('WORKERS', PEOPLE));
const SECONDS = numberOf('SECONDS', 45);
const ROUNDS = numberOf('ROUNDS', 5);
/** A little more than the rate limit of the largest plan, 1,000 a minute. */
const PER_SECOND = numberOf('PER_SECOND', 20);
const EVENTS = numberOf('EVENTS', 100);
const WANTED: Record<Action, number> = { open: 2, list: 2, counts: 2, search: 3, find: 3, reply: 2 };
const WANTED_FEED = 3;
/** A smaller difference of p99 is noise: one garbage collection takes about as long. */
const NOISE_MS = numberOf('NOISE_MS', 10);

const quantile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
const shown = (times: number[]): string => `${quantile(times, 0.5).toFixed(1)}/${quantile(times, 0.99).toFixed(1)}ms`;

/** One turn of a tenant: its people work while its integration runs. */
async function turn(world: World): Promise<Samples> {
  const endsAt = performance.now() + SECONDS * 1_000;
  const [samples] = await Promise.all([work(world, WORKERS, endsAt), integrate(world, PER_SECOND, endsAt)]);
  return samples;
}

/** One value per round: of the small tenant or the idle feed, and of the large one or the fifty listeners. */
type Round<T> = [small: T, large: T];

/** Measures both tenants in turns. Prints the CPU milliseconds of the database per action of each turn. */
async function measure(worlds: Round<World>): Promise<Round<Samples>[]> {
  const cpu = await cpuOfDatabase(environment.url);
  const measured = async (world: World): Promise<Samples> => {
    const before = await cpu.read();
    const samples = await turn(world);
    const spentMs = cpuBetween(before, await cpu.read());
    const performed = actions.reduce((sum, action) => sum + samples[action].length, 0);
    console.log(`${world.side.name} databaseCpuPerAction=${(spentMs / performed).toFixed(1)}ms`);
    return samples;
  };
  const rounds: Round<Samples>[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push([await measured(worlds[0]), await measured(worlds[1])]);
  await cpu.close();
  return rounds;
}

/** Measures the feed with one listener and with many, in turns. */
async function measureFeed(world: World): Promise<Round<number[]>[]> {
  const rounds: Round<number[]>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await feedLatency(world, 1, EVENTS, 2 * round), await feedLatency(world, WORKERS, EVENTS, 2 * round + 1)]);
  return rounds;
}

type Row = { name: string; ratio: string; isSlow: boolean };

/** Prints the times of a row and its ratio, and compares that with what is wanted. */
function report(name: string, rounds: Round<number[]>[], wanted: number): Row {
  const p99s = rounds.map(([small, large]) => [quantile(small, 0.99), quantile(large, 0.99)] as const);
  const ratio = median(p99s.map(([small, large]) => large / small));
  const difference = median(p99s.map(([small, large]) => large - small));
  const isSlow = !(ratio <= wanted) && !(difference < NOISE_MS);
  const [small, large] = [rounds.flatMap((round) => round[0]), rounds.flatMap((round) => round[1])];
  console.log(
    `${name.padEnd(8)} samples=${small.length}+${large.length} small=${shown(small)} large=${shown(large)} ratio=${ratio.toFixed(2)} wanted=${wanted} rounds=${p99s.map(([a, b]) => (b / a).toFixed(2)).join()}${isSlow ? ' TOO SLOW' : ''}`,
  );
  return { name, ratio: ratio.toFixed(2), isSlow };
}

const sides: [Side, Side] = [sideOf('small', SMALL), sideOf('large', LARGE)];
const environment = await createBenchEnvironment(() => createInboxDatabase(sides));
let server: Started | undefined;

try {
  server = await start(program('main'), ['api'], { ...environment.env, LOG_LEVEL: 'warn' });
  const worlds = (await Promise.all(sides.map((side) => createWorld(environment, (server as Started).url, side)))) as [
    World,
    World,
  ];
  for (const world of worlds) await work(world, WORKERS, performance.now() + 2_000); // warm caches and connections
  console.log('median/p99');
  const rounds = await measure(worlds);
  const rows = actions.map((action) =>
    report(
      action,
      rounds.map(([small, large]) => [small[action], large[action]]),
      WANTED[action],
    ),
  );
  rows.push(report('feed', await measureFeed(worlds[1]), WANTED_FEED));
  const slow = rows.filter(({ isSlow }) => isSlow).map(({ name }) => name);
  const refused = worlds.reduce((sum, world) => sum + world.refused, 0);
  console.log(`chats=${SMALL}/${LARGE} people=${WORKERS} integrationPerSecond=${PER_SECOND} seconds=${SECONDS} rounds=${ROUNDS}`);
  console.log(rows.map(({ name, ratio }) => `${name}Ratio=${ratio}`).join(' '));
  console.log(`tooSlow=${slow.join() || 'none'} refused=${refused}`);
  if (slow.length > 0 || refused > 0) process.exitCode = 1;
} finally {
  server?.child.kill();
  await environment.close();
}
