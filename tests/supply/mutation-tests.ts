import { printFigures } from '../security/environment.ts';
import { checkAdvisories } from './advisories.ts';
import { checkInstallScripts } from './install-scripts.ts';
import { checkIntegrity } from './integrity.ts';
import { checkLicences } from './licences.ts';
import { type Locked, readTree, type Tree } from './lockfile.ts';
import { registryHosts } from './npm.ts';
import { checkSbom, type Sbom } from './sbom.ts';
import { checkSecurityPage } from './security-page.ts';

/** A fault, the check that must find it, and what the check must say. */
type Mutant = { name: string; check: (tree: Tree) => string[]; plant: (tree: Tree) => Tree; red: RegExp };

const VICTIM = 'fastify';

/** Returns a plan that changes the lockfile's entry of one package. */
const inLock =
  (change: Partial<Locked>, victim = VICTIM) =>
  (tree: Tree): Tree => ({
    ...tree,
    locked: tree.locked.map((entry) => (entry.name === victim ? { ...entry, ...change } : entry)),
  });

/** Returns a plan that changes what the installed package says. */
const inFolder =
  (change: object) =>
  (tree: Tree): Tree => {
    const path = `node_modules/${VICTIM}`;
    const found = tree.installed.get(path);
    if (!found) throw new Error(`${path} is not installed; run npm ci`);
    return { ...tree, installed: new Map([...tree.installed, [path, { ...found, ...change }]]) };
  };

const complete = ({ locked }: Tree): Sbom => ({
  bomFormat: 'CycloneDX',
  components: locked.map(({ name, version }) => ({ name, version, purl: name, hashes: [1] })),
});
const without = (sbom: Sbom): Sbom => ({ ...sbom, components: sbom.components?.filter(({ name }) => name !== VICTIM) });
const page = (row: string): string => `## Threat model\n| Threat | Tests |\n| --- | --- |\n${row}\n`;
const audited = (name: string, severity: string) => (tree: Tree) =>
  checkAdvisories(tree, { vulnerabilities: { [name]: { name, severity } } }, false).problems;
const same = (tree: Tree): Tree => tree;

const mutants: Mutant[] = [
  {
    name: 'a forbidden licence',
    check: checkLicences,
    plant: inLock({ license: 'AGPL-3.0-only' }),
    red: /fastify: licence AGPL/,
  },
  {
    name: 'a licence besides another',
    check: checkLicences,
    plant: inLock({ license: 'MIT AND GPL-3.0' }),
    red: /fastify: licence/,
  },
  {
    name: 'no licence',
    check: checkLicences,
    plant: (tree) => inFolder({ license: null })(inLock({ license: undefined })(tree)),
    red: /no licence/,
  },
  { name: 'the package names another licence', check: checkLicences, plant: inFolder({ license: 'SSPL-1.0' }), red: /SSPL/ },
  {
    name: 'MPL in a package without exception',
    check: checkLicences,
    plant: inLock({ license: 'MPL-2.0' }),
    red: /fastify: licence MPL/,
  },
  {
    name: 'an exception that nothing needs',
    check: checkLicences,
    plant: inLock({ license: 'MIT' }, 'caniuse-lite'),
    red: /CC-BY-4.0 is not needed/,
  },
  {
    name: 'an unlisted install script',
    check: checkInstallScripts,
    plant: inLock({ hasInstallScript: true }),
    red: /fastify: has an install script;/,
  },
  {
    name: 'a script that the lockfile hides',
    check: checkInstallScripts,
    plant: inFolder({ installScripts: ['postinstall'] }),
    red: /does not mention/,
  },
  {
    name: 'an allowance without a script',
    check: checkInstallScripts,
    plant: (tree) => ({ ...tree, allowScripts: { ...tree.allowScripts, [VICTIM]: true } }),
    red: /without install scripts/,
  },
  { name: 'a missing hash', check: checkIntegrity, plant: inLock({ integrity: undefined }), red: /fastify: no SHA-512/ },
  {
    name: 'a weak hash',
    check: checkIntegrity,
    plant: inLock({ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }),
    red: /fastify: no SHA-512/,
  },
  {
    name: 'a foreign host',
    check: checkIntegrity,
    plant: inLock({ resolved: 'https://packages.example.com/f.tgz' }),
    red: /comes from packages\.example\.com/,
  },
  {
    name: 'a git repository',
    check: checkIntegrity,
    plant: inLock({ resolved: 'git+ssh://git@example.com/f.git' }),
    red: /no configured registry/,
  },
  {
    name: 'another version is installed',
    check: checkIntegrity,
    plant: inFolder({ version: '0.0.1' }),
    red: /0\.0\.1 is installed/,
  },
  {
    name: 'a package that is not installed',
    check: checkIntegrity,
    plant: (tree) => ({ ...tree, installed: new Map() }),
    red: /not installed; run npm ci/,
  },
  { name: 'an advisory for a production package', check: audited(VICTIM, 'low'), plant: same, red: /severity low/ },
  { name: 'a serious advisory for a tool', check: audited('knip', 'high'), plant: same, red: /severity high/ },
  {
    name: 'no advisories for a release',
    check: (tree) => checkAdvisories(tree, { message: '405' }, true).problems,
    plant: same,
    red: /does not answer/,
  },
  {
    name: 'an SBOM without a package',
    check: (tree) => checkSbom(tree, without(complete(tree))),
    plant: same,
    red: /fastify@\S+ is missing/,
  },
  {
    name: 'a threat without a test',
    check: ({ npmScripts }) => checkSecurityPage(page('| theft | none |'), npmScripts),
    plant: same,
    red: /no test in the row theft/,
  },
  {
    name: 'a test that does not exist',
    check: ({ npmScripts }) => checkSecurityPage(page('| theft | `npm run test:thief` |'), npmScripts),
    plant: same,
    red: /no npm script test:thief/,
  },
];

/** Plants one fault at a time. Without faults the checks of files must find nothing. */
export async function testMutants(): Promise<boolean> {
  const tree = readTree(registryHosts());
  const untouched = [
    ...checkLicences(tree),
    ...checkInstallScripts(tree),
    ...checkIntegrity(tree),
    ...checkSbom(tree, complete(tree)),
  ];
  const missed = mutants.filter(({ check, plant, red }) => !check(plant(tree)).some((problem) => red.test(problem)));
  for (const { name } of missed) console.error(`MISSED: ${name}`);
  printFigures({ planted: mutants.length, caught: mutants.length - missed.length, untouchedKept: untouched.length === 0 });
  return untouched.length === 0 && missed.length === 0;
}
