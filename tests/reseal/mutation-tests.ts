import { makeBrokenCopy } from '../security/broken-copy.ts';
import { inEnvironment, printFigures } from '../security/environment.ts';
import { faultsOf } from './faults.ts';
import { rotate } from './rotation.ts';

const VALUES = 2_000;

type Mutant = { name: string; replacements: [RegExp, string][]; red: string };

/** A slow machine: more time between reading a page and replacing it. The unchanged command must pass with it. */
const SLOWER: [RegExp, string] = [
  /const replaced = await replacePage\(/,
  'await wait(150);\n    const replaced = await replacePage(',
];

const mutants: Mutant[] = [
  {
    name: 'a value that the server stored meanwhile is overwritten',
    replacements: [SLOWER, [/const isUnchanged = [^;]*;/, "const isUnchanged = 'true';"]],
    red: 'a value is not what was stored last',
  },
  {
    name: 'a table is skipped',
    replacements: [[/ {2}\{ table: 'webhooks',.*\n/, '']],
    red: 'the new key alone does not open everything',
  },
  {
    name: 'a table with one row is skipped',
    replacements: [[/ {2}\{ table: 'totp_factors',.*\n/, '']],
    red: 'the new key alone does not open everything',
  },
  {
    name: 'values are sealed under the label of their table',
    replacements: [
      [
        /box\.seal\(box\.open\(sealed, label\), label\)/,
        "box.seal(box.open(sealed, label), table === 'signing_keys' ? label : table)",
      ],
    ],
    red: 'the new key alone does not open everything',
  },
  {
    name: 'a run is one transaction, which a kill undoes',
    replacements: [
      [/const result: Resealed = [^;]*;/, "await pool.query('begin');\n  $&"],
      [/result\.oldKeyLeft = await countLeft\(work\);/, "await pool.query('commit');\n    $&\n    await pool.query('begin');"],
    ],
    red: 'a killed run did not keep what it reported',
  },
];

export async function testMutants(): Promise<boolean> {
  const isWanted = ({ name }: Mutant) => name.includes(process.env.ONLY ?? '');
  const wanted = mutants.filter(isWanted);
  const untouched = await faultsWith([SLOWER]);
  console.log(`unchanged but slower: ${untouched.join('; ') || 'kept'}`);
  let caught = 0;
  for (const { name, replacements, red } of wanted) {
    const faults = await faultsWith(replacements);
    if (faults.includes(red)) caught++;
    console.log(`${faults.includes(red) ? 'caught' : 'MISSED'}: ${name}: ${faults.join('; ') || 'no fault'}`);
  }
  printFigures({ planted: wanted.length, caught, untouchedKept: untouched.length === 0 });
  return untouched.length === 0 && wanted.length > 0 && caught === wanted.length;
}

async function faultsWith(replacements: [RegExp, string][]): Promise<string[]> {
  const copy = await makeBrokenCopy(replacements);
  try {
    return await inEnvironment(async (environment) => faultsOf(await rotate(environment, VALUES, copy.url('admin.ts')), VALUES));
  } finally {
    await copy.remove();
  }
}
