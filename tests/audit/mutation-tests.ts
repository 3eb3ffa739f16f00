import type * as processes from '../../server/src/test-kit/server-process.ts';
import { type BrokenCopy, makeBrokenCopy } from '../security/broken-copy.ts';
import { type Environment, printFigures } from '../security/environment.ts';
import { callEverything } from './calls.ts';
import { killInTheMiddle } from './torn.ts';

type Launch = typeof processes.startProcess;
type Mutant = {
  name: string;
  replacements: [RegExp, string][];
  isCaught(environment: Environment, launch: Launch): Promise<boolean>;
};

const byCalls = async (environment: Environment, launch: Launch): Promise<boolean> => {
  const { baseUrl } = await environment.start({}, launch);
  return (await callEverything(environment, baseUrl)).complaints.length > 0;
};
const byKills = async (environment: Environment, launch: Launch): Promise<boolean> =>
  (await killInTheMiddle(environment, launch)).complaints.length > 0;

/** Ways in which the log could be wrong, each of them a change to a copy of the server. */
const mutants: Mutant[] = [
  {
    name: 'deletes leave no entry',
    replacements: [
      [/if \(onlyReads\(call\.route\)\) return/, "if (onlyReads(call.route) || call.route.method === 'DELETE') return"],
    ],
    isCaught: byCalls,
  },
  {
    name: 'a replayed call leaves an entry',
    replacements: [[/if \(stored\) return (\{ \.\.\.replay\([^;]*);/, 'if (stored) { await work(ctx); return $1; }']],
    isCaught: byCalls,
  },
  {
    name: 'an answer is compared instead of what can be read, so its secret is in the log',
    replacements: [[/pickFields\(after, before\), call\.body/, 'after, call.body']],
    isCaught: byCalls,
  },
  {
    name: 'the entry is written after the commit',
    replacements: [
      [
        /alongWithCommit\(ctx, (insertEntry\([^;]*)\);/,
        'const alone = { ...ctx, db: { database: ctx.db.database } }; const late = $1; afterCommit(ctx, () => void setTimeout(() => void rows(alone, late).catch(() => undefined), 5));',
      ],
      [/import \{ alongWithCommit, type Ctx, idFor \}/, 'import { afterCommit, type Ctx, idFor, rows }'],
    ],
    isCaught: byKills,
  },
  {
    name: 'concurrent changes of one object are not serialized',
    replacements: [[/lockAuditedResource\(ctx, target\.id\),/, 'undefined,']],
    isCaught: byKills,
  },
];

export async function testMutants(environment: Environment): Promise<boolean> {
  const missed: string[] = [];
  for (const { name, replacements, isCaught } of mutants) {
    const copy = await makeBrokenCopy(replacements);
    try {
      const caught = await isCaught(environment, await launcherOf(copy));
      console.log(`${caught ? 'caught' : 'MISSED'}: ${name}`);
      if (!caught) missed.push(name);
    } finally {
      await copy.remove();
    }
  }
  printFigures({ planted: mutants.length, missed: missed.length });
  return missed.length === 0;
}

const launcherOf = async (copy: BrokenCopy): Promise<Launch> =>
  ((await import(copy.url('test-kit/server-process.ts'))) as typeof processes).startProcess;
