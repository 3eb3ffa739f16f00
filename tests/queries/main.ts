import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckedStatement, checkStatement } from './check-statement.ts';
import { type GrownDatabase, inGrownDatabase } from './database.ts';
import { exceptions } from './exceptions.ts';
import { testMutants } from './mutants.ts';
import { compareShapes, type Shapes } from './shapes.ts';
import { readTemplates, sourceOf } from './sources.ts';
import { readStatements, type Sent } from './statements.ts';
import { recordTraffic } from './traffic.ts';

/**
 * npm run bench:queries. Records every statement that the server sends while its tests run, and explains each on a database in which every
 * table that grows is large. --update writes the plans to docs/scale/plans.json. --mutants plants bad statements.
 * ROWS: rows of each table. FILES: test files, separated by commas. RECORDED: a folder with recorded statements.
 */
const ROWS = Number(process.env.ROWS ?? 30_000);
const PLANS = 'docs/scale/plans.json';

const isFine = process.argv.includes('--mutants') ? await testMutants(ROWS) : await checkStatements();
process.exitCode = isFine ? 0 : 1;

async function checkStatements(): Promise<boolean> {
  const statements = await recordedStatements();
  const templates = readTemplates();
  const ofServer = statements.flatMap((sent) => {
    const source = sourceOf(templates, sent.samples[0]?.text ?? '');
    return source ? [{ sent, source }] : [];
  });
  const looked = await inGrownDatabase(ROWS, (database) => lookAtAll(database, ofServer));
  comparePlans(looked);
  return report(looked, statements.length - ofServer.length);
}

async function recordedStatements(): Promise<Sent[]> {
  if (process.env.RECORDED) return readStatements(process.env.RECORDED);
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-statements-'));
  try {
    await recordTraffic(folder);
    return readStatements(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function lookAtAll(database: GrownDatabase, statements: { sent: Sent; source: string }[]): Promise<CheckedStatement[]> {
  const looked: CheckedStatement[] = [];
  for (const { sent, source } of statements) looked.push(await checkStatement(database, sent, source));
  return looked;
}

/** Names the statements with another plan than the committed one. It is no failure: statistics are a sample, so plans may differ by chance. */
function comparePlans(looked: CheckedStatement[]): void {
  const now: Shapes = Object.fromEntries(looked.map(({ sent, shape }) => [sent.fingerprint, shape]));
  if (process.argv.includes('--update')) writeFileSync(PLANS, `${JSON.stringify(now, null, 2)}\n`);
  const { changed, added, gone } = compareShapes(JSON.parse(readFileSync(PLANS, 'utf8')) as Shapes, now);
  for (const fingerprint of changed)
    console.log(`changed ${fingerprint} ${now[fingerprint]?.statement}\n  ${now[fingerprint]?.plan}`);
  console.log(`changed=${changed.length} added=${added.length} gone=${gone.length}`);
}

function report(looked: CheckedStatement[], ofTests: number): boolean {
  for (const { sent, source, faults } of looked.filter(({ faults }) => faults.length > 0)) {
    const found = faults.map(({ kind, node, table, rows }) => `${kind}: ${node} of ${table}, ${rows} rows`).join('; ');
    console.log(`${source} ${sent.fingerprint}\n  ${found}\n  ${sent.text}`);
  }
  for (const exception of exceptions) {
    const statements = looked.filter(({ excepted }) => excepted.includes(exception)).length;
    console.log(`excepted: ${exception.name}, statements=${statements}`);
  }
  const countOf = (kind: 'scan' | 'sort') => looked.flatMap(({ faults }) => faults).filter((fault) => fault.kind === kind).length;
  const excepted = looked.filter((one) => one.excepted.length > 0).length;
  console.log(`ofTests=${ofTests} excepted=${excepted} sources=${new Set(looked.map(({ source }) => source)).size} rows=${ROWS}`);
  console.log(`statements=${looked.length} scans=${countOf('scan')} sorts=${countOf('sort')}`);
  return looked.length > 0 && countOf('scan') + countOf('sort') === 0;
}
