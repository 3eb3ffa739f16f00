import { cpus } from 'node:os';
import { printFigures } from '../security/environment.ts';
import { mutants } from './campaign-mutants.ts';
import { idempotentPhase, plainPhase } from './campaign-phases.ts';
import { scenarios } from './campaign-scenarios.ts';
import { main } from './endings.ts';
import { testMutants } from './mutant.ts';
import { seeded } from './random.ts';
import { startSendEnvironment } from './send-environment.ts';

const whole = (name: string, fallback: number): number => Number(process.env[name] ?? Math.round(fallback));

const APIS = 2;
const startEnvironment = (replacements: [RegExp, string][] = []) => startSendEnvironment(replacements, APIS);

/**
 * Every contact of the audience gets a campaign's message exactly once, although workers, API processes and NATS are killed and the campaign is
 * paused and resumed. `--mutants` checks that this test catches missing protections.
 */
await main(() =>
  process.argv.includes('--mutants') ? testMutants({ startEnvironment, scenarios, mutants }) : campaignThroughKills(),
);

async function campaignThroughKills(): Promise<boolean> {
  const startedAt = Date.now();
  const seed = whole('SEED', 17);
  const amounts = { recipients: whole('RECIPIENTS', 20_000), kills: whole('KILLS', 40) };
  const fewer = { recipients: Math.ceil(amounts.recipients / 4), kills: Math.ceil(amounts.kills / 4) };
  console.log(`recipients=${amounts.recipients} kills=${amounts.kills} seed=${seed} (SEED=${seed} repeats it)`);
  console.log(`hardware: ${cpus().length} cores, ${cpus()[0]?.model}`);
  const environment = await startEnvironment();
  const random = seeded(seed);
  const idempotent = await idempotentPhase(environment, amounts, random);
  printFigures(idempotent.figures);
  const plain = await plainPhase(environment, fewer, random);
  const crashes = environment.units.reduce((sum, unit) => sum + unit.crashes(), 0);
  const faults = [...idempotent.faults, ...plain.faults];
  if (crashes > 0) faults.push(`crashes=${crashes}: a process ended without being killed`);
  for (const fault of faults) console.log(`BROKEN: ${fault}`);
  printFigures(idempotent.figures);
  printFigures(plain.figures);
  printFigures({ kept: faults.length === 0, crashes, seconds: Math.round((Date.now() - startedAt) / 1000), seed });
  return faults.length === 0;
}
