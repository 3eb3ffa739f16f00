import { cpus } from 'node:os';
import { main } from '../chaos/endings.ts';
import { median } from '../ratios/median.ts';
import { comparePairs, PAIRS, printComparison } from '../ratios/pairs.ts';
import { CHATS, openRead } from './read-sides.ts';

/**
 * npm run bench:read. GET /v3/chats/{id} through the whole pipeline against a bare handler, in alternating slices on the same rows.
 * PAIRS and SECONDS (of one slice) shorten it.
 */
const SECONDS = Number(process.env.SECONDS ?? 2);
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.6);

await main(async () => {
  const contest = await openRead();
  const comparison = await comparePairs(contest, { pairs: PAIRS, seconds: SECONDS });
  const failed = contest.failed();
  const p99 = (values: number[]) => median(values.slice(-PAIRS)).toFixed(1);
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}"`);
  console.log(
    `chats=${CHATS} pairs=${PAIRS} sliceSeconds=${SECONDS} failed=${failed} bareP99Ms=${p99(contest.p99Ms.bare)} oursP99Ms=${p99(contest.p99Ms.ours)}`,
  );
  printComparison(comparison);
  return comparison.ratio >= WANTED_RATIO && failed === 0;
});
