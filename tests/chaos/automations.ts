import { cpus } from 'node:os';
import { printFigures } from '../security/environment.ts';
import { planFaults } from './automations-acts.ts';
import { mutants } from './automations-mutants.ts';
import { play, startAutomationsEnvironment } from './automations-play.ts';
import { scenarios } from './automations-scenarios.ts';
import { main } from './endings.ts';
import { testMutants } from './mutant.ts';
import { seeded } from './random.ts';
import { perform } from './schedule.ts';

const whole = (name: string, fallback: number): number => Number(process.env[name] ?? Math.round(fallback));

const SECONDS_PER_KILL = 6;
const KILLS_PER_POSTGRESQL_KILL = 30;

/**
 * Verifies that every run is completed and no step is done twice: runs of twelve steps with waits, questions and branches, while
 * workers are killed and stopped. With `--mutants`, verifies that this test detects a removed protection.
 */
await main(() =>
  process.argv.includes('--mutants')
    ? testMutants({ startEnvironment: startAutomationsEnvironment, scenarios, mutants })
    : runThroughKills(),
);

async function runThroughKills(): Promise<boolean> {
  const startedAt = Date.now();
  const seed = whole('SEED', 17);
  const runs = whole('RUNS', 5_000);
  const kills = whole('KILLS', 30);
  const spanMs = whole('SPAN_SECONDS', kills * SECONDS_PER_KILL) * 1_000;
  const amounts = {
    kills,
    stops: whole('STOPS', Math.max(1, kills / 6)),
    natsWipes: whole('NATS_WIPES', 1),
    redisFlushes: whole('REDIS_FLUSHES', 1),
    postgresqlKills: whole('POSTGRESQL_KILLS', kills / KILLS_PER_POSTGRESQL_KILL),
  };
  console.log(`runs=${runs} span=${spanMs / 1000}s seed=${seed} (repeat with SEED=${seed})`);
  console.log(`hardware: ${cpus().length} cores, ${cpus()[0]?.model}`);
  const environment = await startAutomationsEnvironment();
  const acts = planFaults(seeded(seed), amounts, spanMs);
  const { verdict, faults, samples, done } = await play(environment, { runs, spanMs, seed }, () => perform(environment, acts));
  const crashes = environment.units.reduce((sum, unit) => sum + unit.crashes(), 0);
  if (crashes > 0) faults.push(`crashes=${crashes}: a process ended that was not killed`);
  for (const sample of samples) console.log(sample);
  for (const fault of faults) console.log(`BROKEN: ${fault}`);
  const { completed, lost, stepsTwice, stuck, messages, dup, missing, ...others } = verdict;
  const { stops, natsWipes, redisFlushes } = done;
  printFigures({ ...others, crashes, stops, natsWipes, redisFlushes, postgresqlKills: amounts.postgresqlKills });
  const workerKills = done.kills - amounts.postgresqlKills;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  printFigures({ runs, completed, lost, stepsTwice, stuck, messages, dup, missing, kills: workerKills, seconds, seed });
  return faults.length === 0;
}
