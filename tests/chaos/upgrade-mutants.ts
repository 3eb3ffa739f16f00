import { fileURLToPath } from 'node:url';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { atEnd } from './endings.ts';
import { type Mutant, type Replacements, testMutants } from './mutant.ts';
import { type Figures, rollUnderLoad, type Times } from './upgrade-play.ts';
import { previousRelease, type Release, releaseAt } from './upgrade-release.ts';

type Environment = { current: Release; times: Times };
type Red = 'failedRequests' | 'lost' | 'dup';

/** The unchanged source is tested at full size, and gets the time of a busy machine. A fault does not end by waiting. */
const UNTOUCHED: Times = { holdMs: 20_000, settlesWithinMs: 120_000 };
const PLANTED: Times = { holdMs: 5_000, settlesWithinMs: 20_000 };

/** Adds a migration after all others. */
const migrating = (statement: string): Replacements => [
  [/(\.filter\(\(name\) => name\.endsWith\('\.sql'\)\)\.sort\(\))/, "$1.concat('9999_planted.sql')"],
  [
    /const text = await readFile\(new URL\(name, from\), 'utf8'\);/,
    `const text = name === '9999_planted.sql' ? '${statement}' : await readFile(new URL(name, from), 'utf8');`,
  ],
];

/** Changes of this version that the one before, or its own processes, cannot live with. Each works without the other version. */
const mutants: Omit<Mutant<'upgrade', Red>, 'scenario'>[] = [
  {
    name: 'a migration drops a column that the version before reads',
    red: 'failedRequests',
    replacements: [
      ...migrating('alter table tenants drop column is_sandbox cascade'),
      [/t\.is_sandbox as "isSandbox"/g, 'false as "isSandbox"'],
      [/select name, plan, is_sandbox as/, 'select name, plan, false as'],
    ],
  },
  {
    name: 'a worker does not finish its jobs when it is asked to end',
    red: 'dup',
    replacements: [[/void drain\(app, signal\);/, "if (role === 'worker') process.exit(0);\n      void drain(app, signal);"]],
  },
  {
    name: 'an API process does not finish its requests when it is asked to end',
    red: 'failedRequests',
    replacements: [[/void drain\(app, signal\);/, "if (role === 'api') process.exit(0);\n      void drain(app, signal);"]],
  },
  {
    name: 'a kind of job has a new name, which the workers of the version before do not know',
    red: 'lost',
    replacements: [[/name: 'fan_out_event',/, "name: 'fan_out_event_again',"]],
  },
];

export async function testUpgradeMutants(): Promise<boolean> {
  const previous = await previousRelease();
  return testMutants<Environment, 'upgrade'>({
    startEnvironment: async (replacements) => {
      const copy = await makeBrokenCopy(replacements ?? []);
      atEnd(copy.remove);
      const current = releaseAt('copy', fileURLToPath(copy.url('../../')));
      return { current, times: replacements ? PLANTED : UNTOUCHED };
    },
    scenarios: {
      async upgrade({ current, times }) {
        const figures = await rollUnderLoad(previous, current, times);
        return { faults: faultsOf(figures), figures };
      },
    },
    mutants: mutants.map((mutant) => ({ ...mutant, scenario: 'upgrade' })),
  });
}

function faultsOf({ failedRequests, lost, dup, contacts, messages }: Figures): string[] {
  const wrong = Object.entries({ failedRequests, lost, dup }).flatMap(([name, n]) => (n > 0 ? [`${name}=${n}`] : []));
  return contacts > 0 && messages > 0 ? wrong : [...wrong, `contacts=${contacts} messages=${messages}: nothing was accepted`];
}
