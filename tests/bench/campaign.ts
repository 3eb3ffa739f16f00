import { cpus } from 'node:os';
import { main, scoped } from '../chaos/endings.ts';
import { expansion } from './campaign-expansion.ts';
import { throughput } from './campaign-throughput.ts';

/**
 * npm run bench:campaign. Recipients per second that one worker sends to the provider simulation, against a bare loop from JetStream to
 * the same simulation, alternating in one run; then how fast an audience is expanded, and whether the worker's memory stays
 * constant. RECIPIENTS, ROUNDS and CONTACTS shorten it for CI; ROUNDS=0 or CONTACTS=0 leaves a part out.
 */
const RECIPIENTS = Number(process.env.RECIPIENTS ?? 20_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CONTACTS = Number(process.env.CONTACTS ?? 1_000_000);
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.35);
/** Catches an expansion that scans the tenant instead of an index: it makes only hundreds per second. */
const WANTED_PLAN_PER_SECOND = Number(process.env.WANTED_PLAN_PER_SECOND ?? 5_000);
const WANTED_GROWTH_MB = Number(process.env.WANTED_GROWTH_MB ?? 100);

await main(async () => {
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}" recipients=${RECIPIENTS} rounds=${ROUNDS} contacts=${CONTACTS}`);
  const isFastEnough = ROUNDS === 0 || (await scoped(measureThroughput));
  const isFlat = CONTACTS === 0 || (await scoped(measureExpansion));
  return isFastEnough && isFlat;
});

async function measureThroughput(): Promise<boolean> {
  const { barePerSecond, oursPerSecond, ratio } = await throughput(RECIPIENTS, ROUNDS);
  console.log(`barePerSecond=${Math.round(barePerSecond)} oursPerSecond=${Math.round(oursPerSecond)} ratio=${ratio.toFixed(2)}`);
  return ratio >= WANTED_RATIO;
}

async function measureExpansion(): Promise<boolean> {
  const { planPerSecond, memoryGrowthMb, memoryMb } = await expansion(CONTACTS);
  console.log(
    `planPerSecond=${Math.round(planPerSecond)} memoryGrowthMb=${memoryGrowthMb.toFixed(1)} memoryMb=${Math.round(memoryMb)}`,
  );
  return planPerSecond >= WANTED_PLAN_PER_SECOND && memoryGrowthMb <= WANTED_GROWTH_MB;
}
