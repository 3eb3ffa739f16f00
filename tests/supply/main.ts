import { readFile } from 'node:fs/promises';
import { main } from '../chaos/endings.ts';
import { printFigures } from '../security/environment.ts';
import { checkAdvisories, parseAudit } from './advisories.ts';
import { checkInstallScripts, packagesWithScripts } from './install-scripts.ts';
import { checkIntegrity } from './integrity.ts';
import { checkLicences, countLicences } from './licences.ts';
import { readTree, type Tree } from './lockfile.ts';
import { testMutants } from './mutation-tests.ts';
import { npm, registryHosts } from './npm.ts';
import { checkPacked } from './packed.ts';
import { checkSbom, SBOM_COMMAND, type Sbom } from './sbom.ts';
import { checkSecurityPage } from './security-page.ts';

/**
 * Checks what is installed and what is published: licences, install scripts, hashes and origins of the lockfile, advisories, the SBOM,
 * the threat model's tests, and the packed SDK and command line. `ADVISORIES=required` fails if the registry has no advisories.
 */
await main(() => (process.argv.includes('--mutants') ? testMutants() : checkSupply()));

async function checkSupply(): Promise<boolean> {
  const tree = readTree(registryHosts());
  const audit = parseAudit(npm(['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000']).stdout);
  const advisories = checkAdvisories(tree, audit, process.env.ADVISORIES === 'required');
  if (advisories.count === 'unavailable')
    console.log(`advisories: the registry does not answer npm audit: ${audit.message?.split(' - ')[0]}`);
  const sbom = readSbom();
  const { packed, problems: packedProblems } = await checkPacked();
  const problems = [...(await checkFiles(tree)), ...advisories.problems, ...checkSbom(tree, sbom), ...packedProblems];
  for (const problem of problems) console.error(`problem: ${problem}`);
  printFigures({
    packages: tree.locked.length,
    licences: countLicences(tree),
    scripts: packagesWithScripts(tree).length,
    advisories: advisories.count,
    sbomComponents: sbom.components?.length ?? 0,
    packed,
    problems: problems.length,
  });
  return problems.length === 0;
}

async function checkFiles(tree: Tree): Promise<string[]> {
  const security = await readFile('SECURITY.md', 'utf8');
  return [
    ...checkLicences(tree),
    ...checkInstallScripts(tree),
    ...checkIntegrity(tree),
    ...checkSecurityPage(security, tree.npmScripts),
  ];
}

function readSbom(): Sbom {
  const { status, stdout, stderr } = npm(SBOM_COMMAND);
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  return JSON.parse(stdout) as Sbom;
}
