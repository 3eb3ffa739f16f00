import type { instantsOf as InstantsOf } from '../../server/src/domain/campaigns/schedule/schedule.ts';
import { instantsOf } from '../../server/src/domain/campaigns/schedule/schedule.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { printFigures } from '../security/environment.ts';
import { compare } from './compare.ts';

/** Text that is replaced in a copy of the schedule. Text that is not found there stops the test. */
const mutants: [name: string, pattern: RegExp, replacement: string][] = [
  [
    'a time that the clocks skip is put off instead of left out',
    /if \(!first\.toPlainDateTime\(\)\.equals\(local\)\) return null;/,
    '',
  ],
  ['of a time that the clocks show twice the second is taken', /disambiguation: 'earlier'/, "disambiguation: 'later'"],
  ['a start in the second of two equal hours is forgotten', /const isTooEarly = .*;/, 'const isTooEarly = false;'],
  ['COUNT counts times that the clocks skip', /name !== 'COUNT' && name !== 'UNTIL'/, "name !== 'UNTIL'"],
  ['COUNT is one too many', /found\.length < count;/, 'found.length <= count;'],
  ['UNTIL leaves out its own instant', /next > until/, 'next >= until'],
  ['a day as UNTIL ends when it begins', /time = '235959'/, "time = '000000'"],
  ['a local UNTIL is read in UTC', /if \(until\.endsWith\('Z'\)\) return/, 'if (until) return'],
  [
    'the instant asked from is answered again',
    /counted\.find\(\(instant\) => instant > after\)/,
    'counted.find((instant) => instant >= after)',
  ],
  [
    'in an hour that comes twice the answer may lie before the question',
    /\.find\(\(instant\) => instant > after\);/,
    '.next().value as Date;',
  ],
  ['the start is read in UTC', /localStart = localTimeOf\(from, timeZone\)/, "localStart = localTimeOf(from, 'UTC')"],
  ['steps are taken in UTC', /instantsAfter\(localTimeOf\(after, timeZone\)\)/, "instantsAfter(localTimeOf(after, 'UTC'))"],
  ['parts of a second of the start stay', /Math\.floor\(start\.getTime\(\) \/ 1000\) \* 1000/, 'start.getTime()'],
  ['only the first rule counts', /recurrenceRules\.map\(\(text, i\)/, 'recurrenceRules.slice(0, 1).map((text, i)'],
  ['the latest of two rules is next', /Math\.min\(/, 'Math.max('],
  ['the day that a week begins with is lost', /name !== 'COUNT' &&/, "name !== 'WKST' && name !== 'COUNT' &&"],
];

/** Runs each mutant and checks that the comparison catches it; the unchanged schedule must pass. ONLY=word selects mutants by name. */
export async function testMutants(rules: number, seed: number): Promise<boolean> {
  const startedAt = performance.now();
  const wanted = mutants.filter(([name]) => name.includes(process.env.ONLY ?? ''));
  const kept = compare(instantsOf, rules, seed).differences.length === 0;
  let caught = 0;
  for (const [name, pattern, replacement] of wanted) {
    const difference = await firstDifference(pattern, replacement, rules, seed);
    if (difference) caught++;
    console.log(`${difference ? 'caught' : 'MISSED'}: ${name}${difference ? `: ${difference}` : ''}`);
  }
  printFigures({ seed, untouchedKept: kept, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) });
  printFigures({ planted: wanted.length, caught });
  return kept && wanted.length > 0 && caught === wanted.length;
}

async function firstDifference(pattern: RegExp, replacement: string, rules: number, seed: number): Promise<string | undefined> {
  const copy = await makeBrokenCopy([[pattern, replacement]]);
  try {
    const broken: { instantsOf: typeof InstantsOf } = await import(copy.url('domain/campaigns/schedule/schedule.ts'));
    return compare(broken.instantsOf, rules, seed, true).differences[0];
  } finally {
    await copy.remove();
  }
}
