import { cpus } from 'node:os';
import { main, scoped } from '../chaos/endings.ts';
import { comparePairs, PAIRS, printComparison } from '../ratios/pairs.ts';
import { expansion } from './campaign-expansion.ts';
import { openCampaign } from './campaign-sides.ts';

/**
 * npm run bench:campaign. Recipients per second that one worker sends to the provider simulation, against a bare loop from JetStream to
 * the same simulation, in alternating slices; before it how fast an audience is expanded, and whether the worker's memory stays
 * constant. PAIRS, SECONDS (of one slice) and CONTACTS shorten it; PAIRS=0 or CONTACTS=0 leaves a part out.
 */
const SECONDS = Number(process.env.SECONDS ?? 2);
const CONTACTS = Number(process.env.CONTACTS ?? 1_000_000);
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.35);
/** Catches an expansion that scans the tenant instead of an index: it makes only hundreds per second. */
const WANTED_PLAN_PER_SECOND = Number(process.env.WANTED_PLAN_PER_SECOND ?? 5_000);
const WANTED_GROWTH_MB = Number(process.env.WANTED_GROWTH_MB ?? 100);

await main(async () => {
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}" pairs=${PAIRS} sliceSeconds=${SECONDS} contacts=${CONTACTS}`);
  const isFlat = CONTACTS === 0 || (await scoped(measureExpansion));
  const isFastEnough = PAIRS === 0 || (await scoped(measureThroughput));
  return isFlat && isFastEnough;
});

async function measureThroughput(): Promise<boolean> {
  const comparison = await comparePairs(await openCampaign(), { pairs: PAIRS, seconds: SECONDS });
  printComparison(comparison);
  return comparison.ratio >= WANTED_RATIO;
}

async function measureExpansion(): Promise<boolean> {
  const { planPerSecond, memoryGrowthMb, memoryMb } = await expansion(CONTACTS);
  console.log(
    `planPerSecond=${Math.round(planPerSecond)} memoryGrowthMb=${memoryGrowthMb.toFixed(1)} memoryMb=${Math.round(memoryMb)}`,
  );
  return planPerSecond >= WANTED_PLAN_PER_SECOND && memoryGrowthMb <= WANTED_GROWTH_MB;
}
