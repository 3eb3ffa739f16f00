import { fileURLToPath } from 'node:url';
import { buildSite } from './docs/build.ts';

/** npm run docs [-- --out <folder>]: makes the site in site/. A link that leads nowhere ends it with 1. */
const root = fileURLToPath(new URL('../', import.meta.url));
const given = process.argv.indexOf('--out');
const out = given === -1 ? fileURLToPath(new URL('../site', import.meta.url)) : (process.argv[given + 1] ?? '');
if (out === '') throw new Error('--out needs a folder');
const { pages, deadLinks } = buildSite(root, out);
for (const line of deadLinks) console.error(line);
console.log(`pages=${pages} deadLinks=${deadLinks.length} site=${out}/index.html`);
process.exitCode = deadLinks.length === 0 ? 0 : 1;
