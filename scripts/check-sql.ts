import { globSync, readFileSync } from 'node:fs';

/**
 * SQL is only in `*.store.ts`, `search.ts` (or `<what>-search.ts`), `storage/`, `queue/` and `platform/search/`. Advisory locks are only in
 * `storage/locks.ts`. Fails also when a fixture with a violation is not caught.
 */
const isTest = /\.test(-kit)?\.ts$|^test-kit\//;
const mayHoldSql = /\.store\.ts$|(^|[/-])search\.ts$|^(storage|queue)\/|^platform\/search\//;
const LOCKS = 'storage/locks.ts';

const SQL = [
  /\bsql`/,
  /^import (?!type ).*from 'sql-template-tag'/m,
  /['"`]\s*(?:select\b[^'"`]+?\bfrom\b|select\s+\w+\(|insert\s+into\s|update\s+\w+\s+set\b|delete\s+from\s)/i,
];
const ADVISORY_LOCK = /\bpg_(?:try_)?advisory_\w*lock\w*\(/;

type Violation = { file: string; rule: 'sql' | 'lock' };

function violationsIn(root: string): { files: number; allowed: number; violations: Violation[] } {
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !isTest.test(file));
  const violations: Violation[] = [];
  let allowed = 0;
  for (const file of files) {
    const text = readFileSync(root + file, 'utf8');
    const hasSql = SQL.some((pattern) => pattern.test(text));
    if (hasSql && mayHoldSql.test(file)) allowed++;
    if (hasSql && !mayHoldSql.test(file)) violations.push({ file, rule: 'sql' });
    if (ADVISORY_LOCK.test(text) && file !== LOCKS) violations.push({ file, rule: 'lock' });
  }
  return { files: files.length, allowed, violations };
}

const pathOf = (folder: string): string => new URL(`../${folder}/`, import.meta.url).pathname;
const messages = {
  sql: 'has SQL: move it to a *.store.ts or search.ts of its folder',
  lock: `takes an advisory lock: give it a name in ${LOCKS}`,
};

const real = violationsIn(pathOf('server/src'));
for (const { file, rule } of real.violations) console.error(`server/src/${file} ${messages[rule]}`);

/** Each fixture violates one rule in one way; `*.store.ts` and `search.ts` among them are clean except for the lock. */
const EXPECTED = ['domain/things/things.store.ts lock', 'domain/things/things.ts sql', 'http/raw.ts sql'];
const caught = violationsIn(pathOf('tests/fixtures/sql')).violations.map(({ file, rule }) => `${file} ${rule}`);
const areCaught = caught.sort().join() === EXPECTED.join();
if (!areCaught) console.error(`the fixtures should give ${EXPECTED.join(', ')}; they gave ${caught.join(', ')}`);

console.log(
  `files=${real.files} placesOfSql=${real.allowed} violations=${real.violations.length} fixturesCaught=${caught.length}/${EXPECTED.length}`,
);
process.exit(real.violations.length === 0 && real.allowed > 50 && areCaught ? 0 : 1);
