import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/docs/build.ts';
import { deadLinksOf } from '../../scripts/docs/check-sources.ts';
import { readSources } from '../../scripts/docs/sources.ts';
import { main } from '../chaos/endings.ts';
import { missingIn, operationsWithoutReference } from './check-coverage.ts';
import { wrongExamples } from './check-examples.ts';
import { blockedScriptsIn, deadLinksIn } from './check-links.ts';
import { testMutants } from './mutation-tests.ts';
import { type Page, readPages, root } from './pages.ts';
import { type Ran, runBlocks } from './run-blocks.ts';
import { openStage } from './stage.ts';

/**
 * npm run test:docs runs every block that can be run, checks the links of the sources (links) and of the built site (site), and
 * checks that everything is documented (coverage). --parts and --pages select; --mutants tests the suite itself.
 */
const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'snippets,events,links,site,coverage,blocks' },
    pages: { type: 'string', default: '' },
    mutants: { type: 'boolean', default: false },
  },
});
const parts = new Set(values.parts.split(','));

async function checkAll(): Promise<boolean> {
  const pages = readPages();
  const programs = (['snippets', 'events'] as const).filter((part) => parts.has(part) && !runs(part));
  const deadLinks = [...(parts.has('links') ? deadLinksOf(readSources(root)) : []), ...(await checkSite())];
  const missing = parts.has('coverage') ? [...missingIn(pages), ...wrongExamples()] : [];
  const ran = await checkBlocks(pages);
  for (const line of [...deadLinks, ...missing, ...ran.faults]) console.error(line);
  for (const [reason, count] of ran.excused) console.log(`not run, ${String(count).padStart(2)}: ${reason}`);
  const failed = ran.faults.length + programs.length;
  console.log(`blocks=${ran.blocks} run=${ran.run} failed=${failed} deadLinks=${deadLinks.length} missing=${missing.length}`);
  return failed + deadLinks.length + missing.length === 0;
}

const scripts = { snippets: 'verify-snippets.ts', events: 'check-events.ts' };

const runs = (part: keyof typeof scripts): boolean =>
  spawnSync(process.execPath, [fileURLToPath(new URL(scripts[part], import.meta.url))], { stdio: 'inherit' }).status === 0;

async function checkSite(): Promise<string[]> {
  if (!parts.has('site')) return [];
  const site = join(root, 'site');
  await buildSite(root, site, { 'if-changed': true });
  return [...deadLinksIn(site), ...blockedScriptsIn(site), ...operationsWithoutReference(site)];
}

async function checkBlocks(pages: Page[]): Promise<Ran> {
  if (!parts.has('blocks')) return { blocks: 0, run: 0, faults: [], excused: new Map() };
  spawnSync('bash', [join(root, 'scripts/need.sh'), 'curl', 'jq', 'postgresql-client'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const chosen = values.pages === '' ? pages : pages.filter(({ file }) => values.pages.split(',').includes(file));
  return runBlocks(chosen, await openStage(), values.pages === '');
}

await main(async () => (values.mutants ? testMutants() : checkAll()));
