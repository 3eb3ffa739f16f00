import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { printFigures } from '../security/environment.ts';
import { main } from './endings.ts';
import { testMutants } from './mutant.ts';
import { type Random, seeded } from './random.ts';
import { mutants } from './reports-mutants.ts';
import { play, startReportsEnvironment } from './reports-play.ts';
import { scenarios } from './reports-scenarios.ts';
import type { SendEnvironment } from './send-environment.ts';
import type { Unit } from './unit.ts';

const whole = (name: string, fallback: number): number => Number(process.env[name] ?? Math.round(fallback));

const LONGEST_CALM_MS = 3_000;
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
  console.log(`people=${people} kills=${kills} seed=${seed} (SEED=${seed} repeats it)`);
  console.log(`hardware: ${cpus().length} cores, ${cpus()[0]?.model}`);
  const environment = await startReportsEnvironment();
  const random = seeded(seed);
  const { verdict, faults, samples, figures } = await play(environment, random, people, () =>
    killOneByOne(environment, seeded(seed + 1), kills),
  );
  const crashes = environment.units.reduce((sum, unit) => sum + unit.crashes(), 0);
  if (crashes > 0) faults.push(`crashes=${crashes}: a process ended that was not killed`);
  for (const sample of samples) console.log(sample);
  for (const fault of faults) console.log(`BROKEN: ${fault}`);
  printFigures({ ...figures, crashes });
  printFigures({ ...verdict, kills, seconds: Math.round((Date.now() - startedAt) / 1000), seed });
  return faults.length === 0 && figures.counters > 0;
}

/** Kills one process after the other, each when all are up again: on a slow machine nothing else would be done. */
async function killOneByOne(environment: SendEnvironment, random: Random, kills: number): Promise<void> {
  const startedAt = Date.now();
  for (let i = 0; i < kills; i++) {
    await wait(random.between(0, LONGEST_CALM_MS));
    const units = i % KILLS_PER_API_KILL === 0 ? environment.apis : environment.workers;
    const unit = units[random.below(units.length)] as Unit;
    console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)}s kill ${unit.name}`);
    await unit.kill();
    await unit.start();
  }
}
