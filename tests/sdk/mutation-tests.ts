import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerProcess } from '../../server/src/test-kit/server-process.ts';
import { type Environment, printFigures } from '../security/environment.ts';
import { headOf, tryAll } from './behave.ts';
import { behaviours } from './behaviours/index.ts';
import { type BrokenSdk, withBrokenSdk } from './broken-sdk.ts';
import { inBrowser, startSite } from './browser.ts';
import { tryInPage } from './in-page.ts';
import { type Mutant, mutants } from './mutants.ts';
import { callInNode } from './operations.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url));

/** Runs every mutant of the SDK and checks that its test catches it. ONLY=word selects mutants by name. */
export async function testMutants(environment: Environment): Promise<boolean> {
  const server = await environment.start();
  await mustBeWhole(environment, server);
  const missed: string[] = [];
  const chosen = mutants.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  for (const mutant of chosen) {
    const faults = await withBrokenSdk(mutant.change, (broken) => ask(environment, server, broken, mutant));
    const [head = 'nothing was noticed'] = (faults[0] ?? '').split('\n');
    console.log(`${faults.length > 0 ? 'caught' : 'MISSED'}: ${mutant.name} (${head.slice(0, 160)})`);
    if (faults.length === 0) missed.push(mutant.name);
  }
  printFigures({ planted: chosen.length, caught: chosen.length - missed.length });
  return missed.length === 0 && chosen.length > 0;
}

/** A test that fails on the unchanged source would catch every mutant. */
async function mustBeWhole(environment: Environment, { baseUrl }: ServerProcess): Promise<void> {
  const whole = await import('../../sdk/src/index.ts');
  const asked = behaviours.filter(({ name }) => mutants.some(({ askedIn }) => askedIn instanceof RegExp && askedIn.test(name)));
  const faults = await tryAll(environment, baseUrl, whole, asked);
  if (faults.length > 0) throw new Error(`The SDK is not whole to begin with:\n${faults.join('\n')}`);
}

async function ask(
  environment: Environment,
  server: ServerProcess,
  broken: BrokenSdk,
  { askedIn, name }: Mutant,
): Promise<string[]> {
  if (askedIn === 'the compiler') return compile(broken.folder, 'sdk/tsconfig.json');
  if (askedIn === 'a page') return inAPage(environment, broken);
  const sdk = await broken.load();
  if (askedIn === 'every operation') return (await callInNode(environment, server, sdk)).faults;
  const asked = behaviours.filter((behaviour) => askedIn.test(behaviour.name));
  if (asked.length === 0) throw new Error(`${name}: no behaviour has ${askedIn} in its name`);
  return tryAll(environment, server.baseUrl, sdk, asked);
}

function compile(folder: string, project: string): string[] {
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', join(folder, project)], { encoding: 'utf8' });
  return status === 0 ? [] : [stdout];
}

/** Builds the copy as it is published. */
async function inAPage(environment: Environment, { folder, load }: BrokenSdk): Promise<string[]> {
  const mistakes = compile(folder, 'sdk/tsconfig.build.json');
  if (mistakes.length > 0) throw new Error(`The mutant does not compile: ${mistakes[0]}`);
  const site = await startSite(join(folder, 'sdk/dist'));
  try {
    const { baseUrl } = await environment.start({ CORS_ORIGINS: site.origin });
    return await inBrowser(site, async (page) => tryInPage(environment, baseUrl, await load(), page));
  } catch (error) {
    throw new Error(`in a page: ${headOf(error)}`);
  } finally {
    await site.close();
  }
}
