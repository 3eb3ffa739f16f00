import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment } from '../server/src/platform/config.ts';

/**
 * npm run docs [-- --out <folder>]: makes the site in site/. A link that leads nowhere ends it with 1.
 * With --if-missing, which `npm start` uses: only where the server would look for the site and find none, and never with a failure, because
 * a server without documentation is better than none.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const given = process.argv.indexOf('--out');
const out = given === -1 ? join(root, 'site') : (process.argv[given + 1] ?? '');
if (out === '') throw new Error('--out needs a folder');
if (process.argv.includes('--if-missing')) await buildIfMissing();
else process.exitCode = (await build()) === 0 ? 0 : 1;

/** Returns how many links lead nowhere. */
async function build(): Promise<number> {
  const { buildSite } = await import('./docs/build.ts'); // its packages are a developer's; an installation may have none of them
  const { pages, deadLinks } = buildSite(root, out);
  for (const line of deadLinks) console.error(line);
  console.log(`pages=${pages} deadLinks=${deadLinks.length} site=${out}/index.html`);
  return deadLinks.length;
}

async function buildIfMissing(): Promise<void> {
  const { DOCS_DIR, DOCS_URL } = environment();
  if (DOCS_DIR || DOCS_URL || existsSync(join(out, 'index.html'))) return;
  await build().catch((error: Error) => console.error(`The documentation was not built, /docs/ will be empty: ${error.message}`));
}
