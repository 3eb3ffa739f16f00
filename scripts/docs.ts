import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { environment } from '../server/src/platform/config.ts';

/**
 * npm run docs [-- --out <folder>] [--base <path>]: builds the site in site/, to be served at /docs/. A dead link ends it with 1.
 * --if-changed builds only when the sources changed since the last build. --if-missing, which `npm start` uses, builds only where
 * the server would find no site, and never fails: a server without documentation is better than none.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: fileURLToPath(new URL('../site', import.meta.url)) },
    base: { type: 'string', default: '/docs/' },
    'if-changed': { type: 'boolean', default: false },
    'if-missing': { type: 'boolean', default: false },
  },
});
if (values['if-missing']) await buildIfMissing();
else process.exitCode = (await build()) === 0 ? 0 : 1;

/** Returns the number of dead links. */
async function build(): Promise<number> {
  const { buildSite } = await import('./docs/build.ts'); // an installation without development packages cannot import it
  const root = fileURLToPath(new URL('../', import.meta.url));
  const { pages, deadLinks, isNew } = await buildSite(root, values.out, values);
  for (const line of deadLinks) console.error(line);
  console.log(`pages=${pages} deadLinks=${deadLinks.length} built=${isNew} site=${values.out}`);
  return deadLinks.length;
}

async function buildIfMissing(): Promise<void> {
  const { DOCS_DIR, DOCS_URL } = environment();
  if (DOCS_DIR || DOCS_URL || existsSync(join(values.out, 'index.html'))) return;
  await build().catch((error: Error) => console.error(`The documentation was not built, /docs/ is empty: ${error.message}`));
}
