import type * as contexts from '../../server/src/storage/context.ts';
import type * as databases from '../../server/src/storage/database.ts';
import type * as processes from '../../server/src/test-kit/server-process.ts';
import { type BrokenCopy, makeBrokenCopy } from './broken-copy.ts';
import { checkCatalogue } from './catalogue.ts';
import { type Environment, printFigures } from './environment.ts';
import { probeMatrix } from './matrix.ts';
import { databaseMutants, SETTING_THAT_STAYS, WITHOUT_WHERE } from './mutants.ts';
import { checkPoolBleed } from './pool-bleed.ts';

type Mutant = [name: string, caught: boolean];

/** Removes each protection and checks that the test catches it. */
export async function testMutants(environment: Environment): Promise<boolean> {
  const copy = await makeBrokenCopy(WITHOUT_WHERE);
  const forgetful = await makeBrokenCopy(SETTING_THAT_STAYS);
  try {
    const mutants = [
      ...(await breakDatabase(environment)),
      await breakPool(environment, forgetful),
      ...(await breakServer(environment, copy)),
    ];
    for (const [name, caught] of mutants) console.log(`${caught ? 'caught' : 'MISSED'}: ${name}`);
    const caught = mutants.filter(([, caught]) => caught).length;
    printFigures({ planted: mutants.length, caught });
    return caught === mutants.length;
  } finally {
    await Promise.all([copy.remove(), forgetful.remove()]);
  }
}

async function breakDatabase({ superuser }: Environment): Promise<Mutant[]> {
  const untouched = await checkCatalogue(superuser);
  if (untouched.faults.length > 0) throw new Error(`The database is not whole to begin with: ${untouched.faults.join('; ')}`);
  const mutants: Mutant[] = [];
  for (const [name, statement] of Object.entries(databaseMutants)) {
    await superuser.query('begin');
    try {
      await superuser.query(statement);
      mutants.push([name, (await checkCatalogue(superuser)).faults.length > 0]);
    } finally {
      await superuser.query('rollback');
    }
  }
  return mutants;
}

/** A tenant set for the connection instead of the transaction leaks into the next transaction. */
async function breakPool(environment: Environment, copy: BrokenCopy): Promise<Mutant> {
  const { openDatabase }: typeof databases = await import(copy.url('storage/database.ts'));
  const { rows, inTransaction, inSavepoint }: typeof contexts = await import(copy.url('storage/context.ts'));
  const figures = await checkPoolBleed(environment, 2_000, { openDatabase, rows, inTransaction, inSavepoint });
  return ['the tenant stays set on the connection', figures.unsetContextRows > 0];
}

/** Each protection must hold alone: first queries without their tenant, then policies disabled as well. */
async function breakServer(environment: Environment, copy: BrokenCopy): Promise<Mutant[]> {
  const { startProcess }: typeof processes = await import(copy.url('test-kit/server-process.ts'));
  const { baseUrl } = await environment.start({}, startProcess);
  const second = await probeMatrix(environment, baseUrl, ['every']);
  const held = second.leaks + second.oracleDiffs + second.foreignRowsChanged === 0;
  console.log(`without a tenant in any query, policies ${held ? 'isolate' : 'DO NOT ISOLATE'}: ${second.probes} probes`);
  for (const line of held ? [] : second.complaints.slice(0, 5)) console.error(line);
  await environment.superuser.query(`do $$ declare name regclass; begin
    for name in select oid from pg_class where relrowsecurity loop execute format('alter table %s disable row level security', name); end loop;
  end $$`);
  const open = await probeMatrix(environment, baseUrl, ['every']);
  return [
    ['queries without their tenant stay behind the policies', held],
    ["no isolation at all: another's data is seen", open.leaks > 0],
    ["no isolation at all: another's rows are changed", open.foreignRowsChanged > 0],
    ['no isolation at all: a foreign id answers unlike an unknown one', open.oracleDiffs > 0],
  ];
}
