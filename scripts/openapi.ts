import { readFileSync, writeFileSync } from 'node:fs';
import { openApi } from '../server/src/http/openapi.ts';

/** `npm run openapi` writes the committed document; with --check it fails when the routes and the document differ. */
const file = new URL('../docs/reference/openapi.json', import.meta.url);
const document = `${JSON.stringify(openApi('http://127.0.0.1:8080'), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, document);
else if (readFileSync(file, 'utf8') !== document) {
  console.error('docs/reference/openapi.json is not what the routes say; run: npm run openapi, and read the difference');
  process.exit(1);
}
