import { cpus } from 'node:os';
import { printFigures } from '../security/environment.ts';
import { keepBusy } from './busy.ts';
import { main } from './endings.ts';
import { testMutants } from './mutant.ts';
import { seeded } from './random.ts';
import { startSendEnvironment } from './send-environment.ts';
import { mutants } from './send-mutants.ts';
import { idempotentPhase, plainPhase } from './send-phases.ts';
import { scenarios } from './send-scenarios.ts';

const whole = (name: string, fallback: number): number => Number(process.env[name] ?? Math.round(fallback));

/**
 * No message is sent twice and none is lost silently, although workers are killed and stopped, on all four channels. `BUSY=2` keeps two
 * cores busy. `--mutants` checks that this test catches missing protections.
 */
await main(() =>
  process.argv.includes('--mutants')
    ? testMutants({ startEnvironment: startSendEnvironment, scenarios, mutants })
    : sendThroughKills(),
);

async function sendThroughKills(): Promise<boolean> {
  const startedAt = Date.now();
  const seed = whole('SEED', 17);
  const kills = whole('KILLS', 20);
  const amounts = {
    sends: whole('SENDS', 5_000),
    kills,
    stops: whole('STOPS', Math.max(1, kills / 6)),
    spanMs: whole('SPAN_SECONDS', kills * 4) * 1_000,
  };
  console.log(`sends=${amounts.sends} span=${amounts.spanMs / 1000}s seed=${seed} (SEED=${seed} repeats it)`);
  console.log(`hardware: ${cpus().length} cores, ${cpus()[0]?.model}`);
  keepBusy(whole('BUSY', 0));
  const environment = await startSendEnvironment();
  const random = seeded(seed);
  const idempotent = await idempotentPhase(environment, amounts, random);
  const plain = await plainPhase(environment, amounts, random);
  const crashes = environment.units.reduce((sum, unit) => sum + unit.crashes(), 0);
  const faults = [...idempotent.faults, ...plain.faults];
  if (crashes > 0) faults.push(`crashes=${crashes}: a process ended that was not killed`);
  for (const fault of faults) console.log(`BROKEN: ${fault}`);
  printFigures(idempotent.figures);
  printFigures(plain.figures);
  printFigures({ kept: faults.length === 0, crashes, seconds: Math.round((Date.now() - startedAt) / 1000), seed });
  return faults.length === 0;
}
