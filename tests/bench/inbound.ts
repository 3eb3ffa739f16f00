import { cpus } from 'node:os';
import { main } from '../chaos/endings.ts';
import { median } from '../ratios/median.ts';
import { comparePairs, PAIRS, printComparison } from '../ratios/pairs.ts';
import { forget, settled } from './inbound-line.ts';
import { CONCURRENCY, type Opened, openInbound, type Way } from './inbound-sides.ts';
import { SENDERS } from './whatsapp-line.ts';

/**
 * npm run bench:inbound. Signed WhatsApp callbacks from the first post to the last 200 and to the last message and event in the
 * database: one server process that receives and processes them, against a bare script that writes the same rows and batches as well,
 * in alternating slices. Then batches of 1,000 messages per callback. PAIRS and SECONDS (of one slice) shorten it.
 */
const SECONDS = Number(process.env.SECONDS ?? 2);
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.6);
const LARGEST_BATCH = 1_000;
const BATCHES_AT_ONCE = 4;
const BATCHED_ROUNDS = 3;
const batched: Way = { perCallback: LARGEST_BATCH, concurrency: BATCHES_AT_ONCE };

/** Returns messages per second when each callback carries as many as one may. */
async function batchedPerSecond({ client, post }: Opened, units: number): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < BATCHED_ROUNDS; round++) {
    await forget(client);
    const { seconds } = await post(units, batched);
    rates.push(units / seconds);
    await settled(client);
  }
  return median(rates);
}

await main(async () => {
  const { bare, ours, ...contest } = await openInbound();
  const comparison = await comparePairs(contest, { pairs: PAIRS, seconds: SECONDS });
  const [bareAccepted, ourAccepted] = [bare, ours].map(({ acceptedPerSecond }) => acceptedPerSecond.slice(-PAIRS));
  const acceptRatio = median((ourAccepted ?? []).map((rate, pair) => rate / (bareAccepted?.[pair] ?? 1)));
  const batchedRate = await batchedPerSecond(ours, Math.max(LARGEST_BATCH, Math.round(comparison.ours.perSecond * SECONDS)));
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}"`);
  console.log(`senders=${SENDERS} concurrency=${CONCURRENCY} pairs=${PAIRS} sliceSeconds=${SECONDS}`);
  console.log(`updatesPerCallback=${LARGEST_BATCH} batchedMessagesPerSecond=${Math.round(batchedRate)}`);
  console.log(
    `bareCallbacksPerSecond=${Math.round(median(bareAccepted ?? []))} oursAcceptedPerSecond=${Math.round(median(ourAccepted ?? []))} acceptRatio=${acceptRatio.toFixed(2)}`,
  );
  printComparison(comparison);
  return comparison.ratio >= WANTED_RATIO;
});
