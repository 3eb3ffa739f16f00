import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { promisesPage, suitesPage } from './suites/pages.ts';
import { readRecord } from './suites/record.ts';
import { suites } from './suites/table.ts';

/** Writes docs/promises.md and tests/README.md from the table of suites and docs/nightly.json. With --check, fails if they are out of date. */
const record = readRecord();
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const pages: [file: string, text: string][] = [
  ['docs/promises.md', promisesPage(suites, record)],
  ['tests/README.md', suitesPage(suites, record, scripts)],
];

for (const [file, text] of pages) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is out of date. Run: npm run promises`);
    process.exitCode = 1;
  }
}
