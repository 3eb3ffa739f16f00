import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Entry, readRecord } from './suites/record.ts';
import { suites } from './suites/table.ts';

/** Writes docs/promises.md from the table of suites and docs/nightly.json; with --check it says whether the page is up to date. */
const FILE = 'docs/promises.md';
const HEAD = `# Promises and figures

Every promise has a command that prints its figures and exits non-zero when the promise is broken. The figures below are those of the last
run at full size (\`npm run nightly\`, which records them in \`docs/nightly.json\`); \`npm run promises\` writes this page from that file. CI runs shorter
forms of the same suites.
`;
const text = page(readRecord());
const isCurrent = existsSync(FILE) && readFileSync(FILE, 'utf8') === text;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (!isCurrent) {
  console.error(`${FILE} is not what the suites and docs/nightly.json say. Run: npm run promises`);
  process.exitCode = 1;
}

function page(record: Entry[]): string {
  const promised = suites.filter(({ promise }) => promise !== null);
  const rows = promised.map(({ name, script, promise }) => {
    const entry = record.find(({ suite }) => suite === name);
    return `## ${script}\n\n${promise}.\n\n\`npm run ${script}\`: ${entry ? measured(entry) : 'not yet run at full size on this version.'}\n`;
  });
  return `${HEAD}\n${rows.join('\n')}`;
}

function measured({ verdict, seconds, figures, commit, at }: Entry): string {
  const ended = verdict === 'ok' ? 'kept' : '**broken**';
  const printed = Object.entries(figures).map(([key, value]) => `\`${key}=${value}\``);
  return [`${ended} on ${at.slice(0, 10)} at \`${commit}\`, ${seconds} s.`, ...printed].join(' ');
}
