import { scoped } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { check } from './check.ts';
import { startEnvironment } from './environment.ts';

/** A rule that is taken out, alone, and what must be complained of. */
type Mutant = { name: string; red: RegExp; replacements: [RegExp, string][]; isOnlyRule?: true };

const mutants: Mutant[] = [
  {
    name: 'mail connections are kept by settings alone',
    red: /^sandboxReachedByRealTenant=/,
    replacements: [[/hashOf\(\[mode, smtpHost/, 'hashOf([smtpHost']],
  },
  {
    name: "a sandbox tenant's line goes anywhere",
    red: /^realReachedBySandboxTenant=/,
    replacements: [
      [
        /allowPrivate: true,\s+refuse: onlySandbox\(endpoints\),\s+refuseUrl: onlyProviderPaths\(endpoints\)/,
        'allowPrivate: true',
      ],
    ],
  },
  {
    name: "a real tenant's line goes to the sandbox too",
    red: /^sandboxReachedByRealTenant=/,
    replacements: [[/refuse: neverSandbox\(endpoints\)/, '']],
  },
  {
    name: 'the sandbox is known by one name only',
    red: /^sandboxReachedByRealTenant=/,
    replacements: [[/ \|\| addresses\.some\(\(\{ address \}\) => theirs\.includes\(machineOf\(address\)\)\)/, '']],
  },
  {
    name: "the sandbox's pages can be fetched",
    red: /^pagesReached=/,
    replacements: [[/,\s+refuseUrl: onlyProviderPaths\(endpoints\)/, '']],
  },
  {
    name: "a sandbox channel keeps its provider's address",
    red: /^sandbox sms send$/,
    replacements: [[/baseUrl: `\$\{url\}\/\$\{sandboxPath\}`,/, '']],
  },
  {
    name: 'a mailbox is looked into where the settings say',
    red: /^sandbox email mailbox$/,
    replacements: [[/\? \{ imapHost: imap\.host, imapPort: imap\.port, imapSecure: imap\.secure \}/, '? {}']],
  },
  {
    name: 'the kind of the tenant is not checked',
    red: /^realReachedBySandboxTenant=/,
    replacements: [
      [
        /if \(mode === 'live'\) return \{ adapter, settings, http: clients\.live \};/,
        'if (mode) return { adapter, settings, http: clients.live };',
      ],
    ],
  },
  {
    name: 'a tenant can change its sort',
    red: /^flagChanges=/,
    isOnlyRule: true,
    replacements: [[/when \(old\.is_sandbox is distinct from new\.is_sandbox\)/, 'when (false)']],
  },
  {
    name: "a token's sort is not compared with its tenant's",
    red: /^tokensAccepted=/,
    isOnlyRule: true,
    replacements: [[/if \(!live \|\| modeOf\(live\) !== token\.mode\)/, 'if (!live)']],
  },
  {
    name: 'a sandbox tenant is billed',
    red: /^billed=/,
    isOnlyRule: true,
    replacements: [
      [
        /isBilled = \(mode: Mode\): boolean => mode === 'live'/,
        "isBilled = (mode: Mode): boolean => mode !== ('none' as string)",
      ],
    ],
  },
  {
    name: 'without a sandbox a send is tried for ever and says nothing',
    red: /^a send fails and says what to set$/,
    replacements: [
      [
        /if \(!clients\.sandboxEndpoints\) return \{ adapter: withoutSandbox\(adapter\)/,
        'if (!clients.sandboxEndpoints) return { adapter',
      ],
    ],
  },
];

/** Takes out one rule at a time. The untouched source must pass the very same checks. ONLY=word plays those with it in their name. */
export async function testMutants(): Promise<boolean> {
  const wanted = mutants.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  const untouched = await scoped(async () => check(await startEnvironment()));
  console.log(`untouched: ${untouched.faults.join('; ') || 'kept'}`);
  let caught = 0;
  for (const { name, red, replacements, isOnlyRule } of wanted) {
    const { faults } = await scoped(async () => check(await startEnvironment(replacements), isOnlyRule));
    const isCaught = faults.some((fault) => red.test(fault));
    if (isCaught) caught++;
    console.log(`${isCaught ? 'caught' : 'MISSED'}: ${name}: ${faults.join('; ') || 'nothing turned red'}`);
  }
  const untouchedKept = untouched.faults.length === 0;
  printFigures({ planted: wanted.length, caught, untouchedKept });
  return untouchedKept && wanted.length > 0 && caught === wanted.length;
}
