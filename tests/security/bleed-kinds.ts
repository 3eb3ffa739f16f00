import sql from 'sql-template-tag';
import type { BleedBench, Ctx } from './bleed-bench.ts';

/** The kinds of transactions, and how many of 10,000. */
type Kind = { of10000: number; run: (ctx: Ctx) => Promise<void> };

/** No `where`: only the policy separates the tenants. */
const EVERYTHING = sql`select tenant_id as "tenantId" from labels`;
const PREPARED = { name: 'bleed', text: EVERYTHING.text, values: [] };
const CANCELLED = '57014';
const TERMINATED = '57P01';
const REFUSED_BY_POLICY = '42501';
const DIVISION_BY_ZERO = '22012';
const failingStatement = sql`select 1 / (select 0)`;

export function createBleedKinds(bench: BleedBench) {
  const kinds = { ...looks(bench), ...failures(bench), ...interruptions(bench) };
  const weighted = Object.values(kinds).flatMap(({ of10000, run }) => Array<Kind['run']>(of10000).fill(run));
  return {
    names: Object.keys(kinds),
    pick: (random: number) => weighted[Math.floor(random * weighted.length)] as Kind['run'],
  };
}

function looks({ storage, database, figures, verify, failing, someoneElse }: BleedBench): Record<string, Kind> {
  const { rows, inTransaction } = storage;
  const look = async (ctx: Ctx) => verify(ctx, await rows(ctx, EVERYTHING));
  const lookPrepared = async (ctx: Ctx) => verify(ctx, await rows(ctx, PREPARED));
  const lookTwice = async (ctx: Ctx) => void (await Promise.all([look(ctx), lookPrepared(ctx)]));
  const touchAll = sql`update labels set color = '#000000' returning tenant_id as "tenantId"`;
  const giveAway = (ctx: Ctx) => rows(ctx, sql`update labels set tenant_id = ${someoneElse(ctx)}`);
  return {
    lookAlone: { of10000: 2500, run: look },
    lookPrepared: { of10000: 1500, run: lookPrepared },
    lookTwiceInOne: { of10000: 1500, run: (ctx) => inTransaction(ctx, lookTwice) },
    write: { of10000: 1000, run: (ctx) => inTransaction(ctx, async (ctx) => verify(ctx, await rows(ctx, touchAll))) },
    giveAway: { of10000: 500, run: (ctx) => failing(giveAway(ctx), REFUSED_BY_POLICY) },
    lookWithoutTenant: {
      of10000: 800,
      run: async () => {
        figures.unsetContextRows += (await database.pool.query(EVERYTHING)).rows.length;
      },
    },
  };
}

function failures({ storage, verify, failing }: BleedBench): Record<string, Kind> {
  const { rows, inTransaction, inSavepoint } = storage;
  const look = async (ctx: Ctx) => verify(ctx, await rows(ctx, EVERYTHING));
  const lookAndThrow = async (ctx: Ctx) => {
    await look(ctx);
    throw new Error('thrown');
  };
  const failAndGoOn = async (ctx: Ctx) => {
    await failing(
      inSavepoint(ctx, () => rows(ctx, failingStatement)),
      DIVISION_BY_ZERO,
    );
    await look(ctx);
  };
  const fail = (ctx: Ctx) => rows(ctx, failingStatement);
  return {
    throwInside: { of10000: 700, run: (ctx) => failing(inTransaction(ctx, lookAndThrow), 'thrown') },
    throwAtOnce: {
      of10000: 200,
      run: (ctx) =>
        failing(
          inTransaction(ctx, async () => Promise.reject(new Error('thrown'))),
          'thrown',
        ),
    },
    errorAlone: { of10000: 400, run: (ctx) => failing(fail(ctx), DIVISION_BY_ZERO) },
    errorInside: { of10000: 400, run: (ctx) => failing(inTransaction(ctx, fail), DIVISION_BY_ZERO) },
    errorInSavepoint: { of10000: 300, run: (ctx) => inTransaction(ctx, failAndGoOn) },
  };
}

/** Few, because each uses one of five connections for a while. */
function interruptions({ storage, failing, sleeper, interrupt }: BleedBench): Record<string, Kind> {
  const { rows, inTransaction } = storage;
  const timeOut = async (ctx: Ctx) => {
    await rows(ctx, sql`set local statement_timeout = 5`);
    await rows(ctx, sleeper().statement);
  };
  const interrupted = (how: 'cancel' | 'terminate', inside: boolean) => async (ctx: Ctx) => {
    const { marker, statement } = sleeper();
    const work = inside ? inTransaction(ctx, (ctx) => rows(ctx, statement)) : rows(ctx, statement);
    await Promise.all([failing(work, how === 'cancel' ? CANCELLED : TERMINATED), interrupt(how, marker)]);
  };
  return {
    timeOut: { of10000: 60, run: (ctx) => failing(inTransaction(ctx, timeOut), CANCELLED) },
    cancelAlone: { of10000: 60, run: interrupted('cancel', false) },
    cancelInside: { of10000: 60, run: interrupted('cancel', true) },
    loseConnectionAlone: { of10000: 10, run: interrupted('terminate', false) },
    loseConnectionInside: { of10000: 10, run: interrupted('terminate', true) },
  };
}
