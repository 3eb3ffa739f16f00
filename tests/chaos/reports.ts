import { cpus } from 'node:os';
import { printFigures } from '../security/environment.ts';
import { main } from './endings.ts';
import { testMutants } from './mutant.ts';
import { type Random, seeded } from './random.ts';
import { mutants } from './reports-mutants.ts';
import { play, startReportsEnvironment } from './reports-play.ts';
import { scenarios } from './reports-scenarios.ts';
import { type Act, perform } from './schedule.ts';

const whole = (name: string, fallback: number): number => Number(process.env[name] ?? Math.round(fallback));

const SECONDS_PER_KILL = 4;
/** Of four kills one is of an API process, the others of workers. */
const KILLS_PER_API_KILL = 4;

/**
 * The counters of reports equal a recount of the rows, although workers and API processes are killed while they count and fold. With
 * `--mutants`, verifies that this test detects a removed protection.
 */
await main(() =>
  process.argv.includes('--mutants')
    ? testMutants({ startEnvironment: startReportsEnvironment, scenarios, mutants })
    : countThroughKills(),
);

async function countThroughKills(): Promise<boolean> {
  const startedAt = Date.now();
  const seed = whole('SEED', 17);
  const kills = whole('KILLS', 30);
  const people = whole('PEOPLE', 1_000);
  const spanMs = whole('SPAN_SECONDS', kills * SECONDS_PER_KILL) * 1_000;
  console.log(`people=${people} span=${spanMs / 1000}s seed=${seed} (SEED=${seed} repeats it)`);
  console.log(`hardware: ${cpus().length} cores, ${cpus()[0]?.model}`);
  const environment = await startReportsEnvironment();
  const random = seeded(seed);
  const acts = planKills(random, kills, spanMs);
  const { verdict, faults, samples, figures, done } = await play(environment, random, { people, spanMs }, () =>
    perform(environment, acts),
  );
  const crashes = environment.units.reduce((sum, unit) => sum + unit.crashes(), 0);
  if (crashes > 0) faults.push(`crashes=${crashes}: a process ended that was not killed`);
  for (const sample of samples) console.log(sample);
  for (const fault of faults) console.log(`BROKEN: ${fault}`);
  printFigures({ ...figures, crashes });
  printFigures({ people, ...verdict, kills: done.kills, seconds: Math.round((Date.now() - startedAt) / 1000), seed });
  return faults.length === 0 && figures.counters > 0;
}

function planKills(random: Random, kills: number, spanMs: number): Act[] {
  const acts = Array.from({ length: kills }, (_, i) => ({
    do: 'kill' as const,
    kind: i % KILLS_PER_API_KILL === 0 ? ('api' as const) : ('worker' as const),
    atMs: random.between(0, spanMs),
    pick: random.below(1_000),
    forMs: random.between(50, 1_000),
  }));
  return acts.sort((a, b) => a.atMs - b.atMs);
}
