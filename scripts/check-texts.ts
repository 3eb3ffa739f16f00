import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Checks the texts of the console: every text in the code is in the catalogues, German is complete, and so is Arabic for the frame and
 * for signing in. Extracts the texts like `npm run console:texts`, so a stale catalogue is corrected on the way.
 */
const root = fileURLToPath(new URL('../console/', import.meta.url));
const COMPLETE = [/\/en\//, /\/de\//, /\/ar\/(frame|signin)\.po$/];

const catalogues = () => new Map(globSync(`${root}src/locales/*/*.po`).map((file) => [file, readFileSync(file, 'utf8')]));

/** Returns the ids of entries without a translation; the first entry is the header. */
const untranslated = (text: string): string[] =>
  [...text.matchAll(/^msgid "(.+)"\nmsgstr ""(?!\n")/gm)].map(([, id]) => String(id));

const before = catalogues();
const { status, stderr } = spawnSync('npm', ['run', '-s', 'extract', '-w', 'console'], { encoding: 'utf8' });
if (status !== 0) throw new Error(`lingui extract failed: ${stderr}`);
const after = catalogues();

const faults = [...after].flatMap(([file, text]) => {
  const name = file.replace(root, 'console/');
  const stale = before.get(file) === text ? [] : [`${name} was out of date; commit what npm run console:texts wrote`];
  const missing = COMPLETE.some((pattern) => pattern.test(file)) ? untranslated(text) : [];
  return [...stale, ...missing.map((id) => `${name} has no translation of "${id}"`)];
});
for (const fault of faults) console.error(fault);
const texts = [...after].filter(([file]) => file.includes('/en/')).flatMap(([, text]) => text.match(/^msgid ".+/gm) ?? []);
console.log(`catalogues=${after.size} texts=${texts.length} faults=${faults.length}`);
process.exitCode = faults.length === 0 ? 0 : 1;
