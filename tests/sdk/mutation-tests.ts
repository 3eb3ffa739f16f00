import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerProcess } from '../../server/src/test-kit/server-process.ts';
import { printFigures, type World } from '../security/environment.ts';
import { headOf, tryAll } from './behave.ts';
import { behaviours } from './behaviours/index.ts';
import { type BrokenSdk, withBrokenSdk } from './broken-sdk.ts';
import { inBrowser, startSite } from './browser.ts';
import { tryInPage } from './in-page.ts';
import { callInNode } from './operations.ts';
import { type Planting, plantings } from './mutants.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript7/bin/tsc', import.meta.url));

/** Plants every mistake in a copy of the SDK and asks whether the check that guards against it says so. ONLY=word plants those with the word in their names. */
export async function sabotage(world: World): Promise<boolean> {
  const server = await world.start();
  await mustBeWhole(world, server);
  const missed: string[] = [];
  const chosen = plantings.filter(({ name }) => name.includes(process.env.ONLY ?? ''));
  for (const planting of chosen) {
    const faults = await withBrokenSdk(planting.change, (broken) => ask(world, server, broken, planting));
    const [head = 'nothing was noticed'] = (faults[0] ?? '').split('\n');
    console.log(`${faults.length > 0 ? 'caught' : 'MISSED'}: ${planting.name} (${head.slice(0, 160)})`);
    if (faults.length === 0) missed.push(planting.name);
  }
  printFigures({ planted: chosen.length, caught: chosen.length - missed.length });
  return missed.length === 0 && chosen.length > 0;
}

/** What is red before anything is planted would catch everything. */
async function mustBeWhole(world: World, { baseUrl }: ServerProcess): Promise<void> {
  const whole = await import('../../sdk/src/index.ts');
  const asked = behaviours.filter(({ name }) => plantings.some(({ askedIn }) => askedIn instanceof RegExp && askedIn.test(name)));
  const faults = await tryAll(world, baseUrl, whole, asked);
  if (faults.length > 0) throw new Error(`The SDK is not whole to begin with:\n${faults.join('\n')}`);
}

async function ask(world: World, server: ServerProcess, broken: BrokenSdk, { askedIn, name }: Planting): Promise<string[]> {
  if (askedIn === 'the compiler') return compile(broken.folder, 'sdk/tsconfig.json');
  if (askedIn === 'a page') return inAPage(world, broken);
  const sdk = await broken.load();
  if (askedIn === 'every operation') return (await callInNode(world, server, sdk)).faults;
  const asked = behaviours.filter((behaviour) => askedIn.test(behaviour.name));
  if (asked.length === 0) throw new Error(`${name}: no behaviour has ${askedIn} in its name`);
  return tryAll(world, server.baseUrl, sdk, asked);
}

function compile(folder: string, project: string): string[] {
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', join(folder, project)], { encoding: 'utf8' });
  return status === 0 ? [] : [stdout];
}

/** Built from the copy as it is published. */
async function inAPage(world: World, { folder, load }: BrokenSdk): Promise<string[]> {
  const mistakes = compile(folder, 'sdk/tsconfig.build.json');
  if (mistakes.length > 0) throw new Error(`The planting does not compile: ${mistakes[0]}`);
  const site = await startSite(join(folder, 'sdk/dist'));
  try {
    const { baseUrl } = await world.start({ CORS_ORIGINS: site.origin });
    return await inBrowser(site, async (page) => tryInPage(world, baseUrl, await load(), page));
  } catch (error) {
    throw new Error(`in a page: ${headOf(error)}`);
  } finally {
    await site.close();
  }
}
