import type * as bulkActions from '../../server/src/domain/bulk-actions/index.ts';
import type * as contexts from '../../server/src/storage/context.ts';
import type * as processes from '../../server/src/test-kit/server-process.ts';
import { makeBrokenCopy } from '../security/broken-copy.ts';
import { type Environment, printFigures } from '../security/environment.ts';
import { bulkActionRunner } from './bulk.ts';
import { checkCatalogue } from './catalogue.ts';
import { checkLimits } from './check.ts';
import { type Limits, makeWorld } from './world.ts';

/** `ONLY` chooses operations, `MUTANT=word` the mutants with the word in their names. */
const chosen = process.env.MUTANT ?? '';

type Change = [RegExp, string];

/** Mutants of the server: replacements in a copy of its source. */
const ofServer: Record<string, Change[]> = {
  'the viewer is not set': [[/viewer: caller\.viewer \?\? undefined/, 'viewer: undefined']],
  'the role stays that of the server': [
    [/roles\[visibility\],\n\]/, `visibility === 'all' ? 'patchbay_app' : 'patchbay_app',\n]`],
  ],
  'channels are not limited': [[/channelIds === null \? '\*'/, `channelIds !== undefined ? '*'`]],
  'the feed is not filtered': [[/if \(!viewer \|\| page\.length === 0\) return page;/, 'if (viewer || !viewer) return page;']],
  'every operation is open to viewers': [[/route\?\.viewers === 'forbidden'/, 'false as boolean']],
  'idempotency keys are shared': [[/\$\{ownerOfKeys\(caller\)\}/, '']],
  'bulk actions run as the server': [
    [/asViewer\(ctx, await findViewer\(ctx, open\.actor\.userId\), /, 'asViewer(ctx, undefined, '],
  ],
  'an event names no subject': [[/isForEveryone\(type\)\]/, 'true]']],
};

/** Mutants of the database. */
const ofDatabase: Record<string, string> = {
  'own chats have no policy': 'drop policy viewer_own on chats',
  'channels of chats have no policy': 'drop policy viewer_channels on chats',
  'contacts have no policy': 'drop policy viewer on contacts',
  'files have no policy': 'drop policy viewer on files',
  'events have no policy': 'drop policy viewer on events',
  'bulk actions have no policy': 'drop policy viewer on bulk_actions',
};

/** Seen only in the catalogue: each query of the table also joins another one that is limited. */
const inCatalogue: Record<string, string> = {
  'messages have no policy': 'drop policy viewer on messages',
  'notes have no policy': 'drop policy viewer on chat_notes',
  'a new table about chats without a policy': 'create table chat_moods (tenant_id uuid not null, chat_id uuid not null)',
  'viewers lack a right': 'revoke update on chats from patchbay_viewer',
  'the application inherits from viewers': `do $$ begin
    if current_setting('server_version_num')::int < 160000 then alter role patchbay_app inherit;
    else execute 'grant patchbay_viewer to patchbay_app with inherit true'; end if; end $$`,
};

const own: Limits = { visibility: 'own', isLimited: true };
/** Enough operations to see each mutant. */
const SOME =
  /^(getChat|searchChats|deleteChat|getContact|searchContacts|getMessage|searchMessages|searchFiles|searchEvents|getChannel|createTeam|searchAuditLog|createBulkAction|getBulkAction|searchBulkActions)$/;

/** Removes each protection and checks that the suite catches it. */
export async function testMutants(environment: Environment): Promise<boolean> {
  const { baseUrl } = await environment.start();
  const whole = await checkLimits(environment, baseUrl, await makeWorld(environment), own, SOME);
  if (whole.leaks + whole.oracleDiffs > 0) throw new Error(`It leaks to begin with: ${whole.complaints.slice(0, 5).join('\n')}`);
  const mutants: [name: string, caught: boolean][] = [];
  const isChosen = ([name]: [string, unknown]) => name.includes(chosen);
  for (const [name, statement] of Object.entries(inCatalogue).filter(isChosen))
    mutants.push([name, await breakCatalogue(environment, statement)]);
  for (const [name, statement] of Object.entries(ofDatabase).filter(isChosen))
    mutants.push([name, await breakDatabase(environment, baseUrl, statement)]);
  for (const [name, changes] of Object.entries(ofServer).filter(isChosen))
    mutants.push([name, await breakServer(environment, changes)]);
  for (const [name, caught] of mutants) console.log(`${caught ? 'caught' : 'MISSED'}: ${name}`);
  const caught = mutants.filter(([, caught]) => caught).length;
  printFigures({ planted: mutants.length, caught });
  return caught === mutants.length;
}

async function breakCatalogue({ superuser }: Environment, statement: string): Promise<boolean> {
  await superuser.query('begin');
  try {
    await superuser.query(statement);
    return (await checkCatalogue(superuser)).faults.length > 0;
  } finally {
    await superuser.query('rollback');
  }
}

/** Changes a policy until the probes have run. The definition is read before, and created again after. */
async function breakDatabase(environment: Environment, baseUrl: string, statement: string): Promise<boolean> {
  const world = await makeWorld(environment); // a mutant may let the probes delete some of it
  const { superuser } = environment;
  const [, policy, table] = /drop policy (\w+) on (\w+)/.exec(statement) ?? [];
  const { rows } = await superuser.query<{ create: string }>(DEFINITION, [policy, table]);
  await superuser.query(statement);
  try {
    return caught(await checkLimits(environment, baseUrl, world, own, SOME));
  } finally {
    for (const { create } of rows) await superuser.query(create);
  }
}

async function breakServer(environment: Environment, changes: Change[]): Promise<boolean> {
  const world = await makeWorld(environment);
  const copy = await makeBrokenCopy(changes);
  try {
    const { startProcess }: typeof processes = await import(copy.url('test-kit/server-process.ts'));
    const broken = await environment.start({}, startProcess);
    const { changeChats }: typeof bulkActions = await import(copy.url('domain/bulk-actions/index.ts'));
    const { createContext, inTransaction }: typeof contexts = await import(copy.url('storage/context.ts'));
    const runBulkAction = bulkActionRunner(environment.deps, { changeChats, createContext, inTransaction });
    const outcome = await checkLimits(environment, broken.baseUrl, world, own, SOME, runBulkAction);
    await broken.stop();
    return caught(outcome);
  } finally {
    await copy.remove();
  }
}

const caught = ({ leaks, hiddenRowsChanged }: { leaks: number; hiddenRowsChanged: number }): boolean =>
  leaks + hiddenRowsChanged > 0;

const DEFINITION = `
  select format('create policy %I on %I as restrictive to %s using (%s) with check (%s)', policyname, tablename, array_to_string(roles, ', '),
    qual, coalesce(with_check, qual)) as create
  from pg_policies where policyname = $1 and tablename = $2`;
