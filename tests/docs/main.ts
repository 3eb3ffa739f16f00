import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSite } from '../../scripts/docs/build.ts';
import { atEnd, main } from '../chaos/endings.ts';
import { missingIn } from './check-coverage.ts';
import { deadLinksIn } from './check-links.ts';
import { testMutants } from './mutation-tests.ts';
import { type Page, readPages, root } from './pages.ts';
import { type Ran, runBlocks } from './run-blocks.ts';
import { openStage } from './stage.ts';

/**
 * npm run test:docs. Every block that can run is run, every link leads somewhere in the sources and in the built site, and
 * whatever exists is documented. --parts and --pages narrow it; --mutants shows that it would notice.
 */
const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'snippets,events,links,coverage,blocks' },
    pages: { type: 'string', default: '' },
    mutants: { type: 'boolean', default: false },
  },
});
const parts = new Set(values.parts.split(','));

async function checkAll(): Promise<boolean> {
  const pages = readPages();
  const programs = (['snippets', 'events'] as const).filter((part) => parts.has(part) && !runs(part));
  const { deadLinks, missing } = await checkSite(pages);
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

async function checkSite(pages: Page[]): Promise<{ deadLinks: string[]; missing: string[] }> {
  if (!parts.has('links') && !parts.has('coverage')) return { deadLinks: [], missing: [] };
  const site = await mkdtemp(join(tmpdir(), 'patchbay-site-'));
  atEnd(() => rm(site, { recursive: true, force: true }));
  const { deadLinks } = buildSite(root, site);
  return {
    deadLinks: parts.has('links') ? [...deadLinks, ...deadLinksIn(site)] : [],
    missing: parts.has('coverage') ? missingIn(site, pages) : [],
  };
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
