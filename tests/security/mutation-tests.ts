import type * as contexts from '../../server/src/storage/context.ts';
import type * as databases from '../../server/src/storage/database.ts';
import type * as processes from '../../server/src/test-kit/server-process.ts';
import { type BrokenCopy, makeBrokenCopy } from './broken-copy.ts';
import { checkCatalogue } from './catalogue.ts';
import { probeMatrix } from './matrix.ts';
import { databasePlantings, SETTING_THAT_STAYS, WITHOUT_WHERE } from './mutants.ts';
import { checkPoolBleed } from './pool-bleed.ts';
import { printFigures, type World } from './environment.ts';

type Planting = [name: string, caught: boolean];

/** Breaks each wall on purpose and asks whether the check that guards it says so. */
export async function sabotage(world: World): Promise<boolean> {
  const copy = await makeBrokenCopy(WITHOUT_WHERE);
  const forgetful = await makeBrokenCopy(SETTING_THAT_STAYS);
  try {
    const plantings = [...(await breakDatabase(world)), await breakPool(world, forgetful), ...(await breakServer(world, copy))];
    for (const [name, caught] of plantings) console.log(`${caught ? 'caught' : 'MISSED'}: ${name}`);
    const caught = plantings.filter(([, caught]) => caught).length;
    printFigures({ planted: plantings.length, caught });
    return caught === plantings.length;
  } finally {
    await Promise.all([copy.remove(), forgetful.remove()]);
  }
}

async function breakDatabase({ superuser }: World): Promise<Planting[]> {
  const untouched = await checkCatalogue(superuser);
  if (untouched.faults.length > 0) throw new Error(`The database is not whole to begin with: ${untouched.faults.join('; ')}`);
  const plantings: Planting[] = [];
  for (const [name, statement] of Object.entries(databasePlantings)) {
    await superuser.query('begin');
    try {
      await superuser.query(statement);
      plantings.push([name, (await checkCatalogue(superuser)).faults.length > 0]);
    } finally {
      await superuser.query('rollback');
    }
  }
  return plantings;
}

/** A tenant that is set for the connection instead of the transaction is still there for the next one. */
async function breakPool(world: World, copy: BrokenCopy): Promise<Planting> {
  const { openDatabase }: typeof databases = await import(copy.url('storage/database.ts'));
  const { rows, inTransaction, inSavepoint }: typeof contexts = await import(copy.url('storage/context.ts'));
  const figures = await checkPoolBleed(world, 2_000, { openDatabase, rows, inTransaction, inSavepoint });
  return ['the tenant stays set on the connection', figures.unsetContextRows > 0];
}

/** Either wall alone must hold: queries without their tenant, then policies switched off as well. */
async function breakServer(world: World, copy: BrokenCopy): Promise<Planting[]> {
  const { startProcess }: typeof processes = await import(copy.url('test-kit/server-process.ts'));
  const { baseUrl } = await world.start({}, startProcess);
  const second = await probeMatrix(world, baseUrl, ['every']);
  const held = second.leaks + second.oracleDiffs + second.foreignRowsChanged === 0;
  console.log(`without a tenant in any query, the policies ${held ? 'hold' : 'DO NOT HOLD'}: ${second.probes} probes`);
  for (const line of held ? [] : second.complaints.slice(0, 5)) console.error(line);
  await world.superuser.query(`do $$ declare name regclass; begin
    for name in select oid from pg_class where relrowsecurity loop execute format('alter table %s disable row level security', name); end loop;
  end $$`);
  const open = await probeMatrix(world, baseUrl, ['every']);
  return [
    ['queries without their tenant stay behind the policies', held],
    ["no wall at all: another's data is seen", open.leaks > 0],
    ["no wall at all: another's rows are changed", open.foreignRowsChanged > 0],
    ['no wall at all: a foreign id answers unlike an unknown one', open.oracleDiffs > 0],
  ];
}
