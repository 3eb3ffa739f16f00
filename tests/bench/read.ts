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
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.85);
/** The p99 may be this many times that of the bare handler. */
const MOST_P99_RATIO = Number(process.env.MOST_P99_RATIO ?? 1.5);

await main(async () => {
  const contest = await openRead();
  const comparison = await comparePairs(contest, { pairs: PAIRS, seconds: SECONDS });
  const failed = contest.failed();
  const [bareP99Ms, oursP99Ms] = [contest.p99Ms.bare, contest.p99Ms.ours].map((values) => median(values.slice(-PAIRS))) as [
    number,
    number,
  ];
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}"`);
  console.log(
    `chats=${CHATS} pairs=${PAIRS} sliceSeconds=${SECONDS} failed=${failed} bareP99Ms=${bareP99Ms.toFixed(1)} oursP99Ms=${oursP99Ms.toFixed(1)}`,
  );
  printComparison(comparison);
  return comparison.ratio >= WANTED_RATIO && oursP99Ms <= bareP99Ms * MOST_P99_RATIO && failed === 0;
});
