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
 * Then events on the live feed: one listener on an idle server, and fifty. KEEP=1 keeps the filled database for later runs.
 * LARGE and SMALL (chats), WORKERS (people), SECONDS (of a turn), ROUNDS, PER_SECOND (of the integration) and EVENTS shorten it.
 */
const numberOf = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const LARGE = numberOf('LARGE', 1_000_000);
const SMALL = numberOf('SMALL', 10_000);
const WORKERS = Math.min(PEOPLE, numberOf('WORKERS', PEOPLE));
const SECONDS = numberOf('SECONDS', 60);
const ROUNDS = numberOf('ROUNDS', 3);
/** A little more than the rate limit of the largest plan, 1,000 a minute. */
const PER_SECOND = numberOf('PER_SECOND', 20);
const EVENTS = numberOf('EVENTS', 200);
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

/** Measures both tenants in turns. Prints the CPU milliseconds of the database per action of each turn. */
async function measure(worlds: [World, World]): Promise<[Samples, Samples]> {
  const cpu = await cpuOfDatabase(environment.url);
  const all = worlds.map(() => Object.fromEntries(actions.map((action) => [action, [] as number[]])) as Samples);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, world] of worlds.entries()) {
      const before = await cpu.read();
      const samples = await turn(world);
      const spentMs = cpuBetween(before, await cpu.read());
      const performed = actions.reduce((sum, action) => sum + samples[action].length, 0);
      console.log(`${world.side.name} databaseCpuPerAction=${(spentMs / performed).toFixed(1)}ms`);
      for (const action of actions) all[i]?.[action].push(...samples[action]);
    }
  await cpu.close();
  return all as [Samples, Samples];
}

/** Prints each action, and returns those whose ratio is above what is wanted. */
function report([small, large]: [Samples, Samples]): Action[] {
  return actions.filter((action) => {
    const [before, after] = [quantile(small[action], 0.99), quantile(large[action], 0.99)];
    const ratio = after / before;
    const isSlow = !(ratio <= WANTED[action]) && !(after - before < NOISE_MS);
    console.log(
      `${action.padEnd(8)} calls=${small[action].length}+${large[action].length} small=${shown(small[action])} large=${shown(large[action])} ratio=${ratio.toFixed(2)} wanted=${WANTED[action]}${isSlow ? ' TOO SLOW' : ''}`,
    );
    return isSlow;
  });
}

const sides: [Side, Side] = [sideOf('small', SMALL), sideOf('large', LARGE)];
const environment = await createBenchEnvironment(() => createInboxDatabase(sides));
let server: Started | undefined;

try {
  server = await start('server/src/main.ts', ['api'], { ...environment.env, LOG_LEVEL: 'warn' });
  const worlds = (await Promise.all(sides.map((side) => createWorld(environment, (server as Started).url, side)))) as [
    World,
    World,
  ];
  for (const world of worlds) await work(world, WORKERS, performance.now() + 2_000); // warm caches and connections
  console.log('median/p99');
  const slow = report(await measure(worlds));
  const idle = await feedLatency(worlds[1], 1, EVENTS);
  const many = await feedLatency(worlds[1], WORKERS, EVENTS);
  const feedRatio = quantile(many, 0.99) / quantile(idle, 0.99);
  console.log(`feed     one=${shown(idle)} ${WORKERS}=${shown(many)}`);
  const refused = worlds.reduce((sum, world) => sum + world.refused, 0);
  console.log(`chats=${SMALL}/${LARGE} people=${WORKERS} integrationPerSecond=${PER_SECOND} seconds=${SECONDS} rounds=${ROUNDS}`);
  console.log(
    `tooSlow=${slow.join() || 'none'} feedRatio=${feedRatio.toFixed(2)} wantedFeedRatio=${WANTED_FEED} refused=${refused}`,
  );
  const isFeedSlow = !(feedRatio <= WANTED_FEED) && !(quantile(many, 0.99) - quantile(idle, 0.99) < NOISE_MS);
  if (slow.length > 0 || isFeedSlow || refused > 0) process.exitCode = 1;
} finally {
  server?.child.kill();
  await environment.close();
}
