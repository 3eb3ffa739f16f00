import { NotFoundError, type Patchbay } from '@patchbay/sdk';
import { askOpenly } from '../ask.ts';
import { command, type Task } from '../command.ts';
import { type Definition, fileText, onlyDefinition } from '../definitions/canonical.ts';
import { compare, fromServer, type Verdict } from '../definitions/compare.ts';
import { unifiedDiff } from '../definitions/diff.ts';
import { type Local, readFolder, writeDefinition } from '../definitions/folder.ts';
import { exitCodes, Failure, usage } from '../failure.ts';

type Plan = { local: Local; verdict: Verdict | 'new'; theirs: ReturnType<typeof fromServer> | undefined; diff: string[] };

export const automationsPush = command({
  name: 'automations push',
  summary: 'Update the automations of the server from files, after showing the difference',
  details:
    'A file without an id becomes a new automation, a draft. One that was changed at the server since it was pulled stops the push before\n' +
    'anything is changed, unless --force is given. Pushing makes a new version; --publish makes it the active one.',
  arguments: [{ name: 'folder', summary: 'source folder; default: automations', optional: true, kind: 'folder' }],
  options: {
    'dry-run': { type: 'boolean', summary: 'show the difference and change nothing' },
    yes: { type: 'boolean', short: 'y', summary: 'do not ask' },
    force: { type: 'boolean', summary: 'overwrite changes made on the server since the file was pulled' },
    publish: { type: 'boolean', summary: 'publish the pushed automations' },
  },
  examples: ['patchbay automations push --dry-run', 'patchbay automations push --yes --publish'],
  async run(task) {
    const { io, out, args, options } = task;
    const folder = args.folder ?? 'automations';
    const locals = await readFolder(folder);
    if (locals.length === 0) throw usage(`there are no .json files in ${folder}`, 'get them with: patchbay automations pull');
    const api = await task.patchbay();
    const plans: Plan[] = [];
    for (const local of locals) plans.push(await planFor(api, local, io.signal));
    const changes = plans.filter(({ verdict }) => verdict !== 'same');
    for (const plan of changes) showDiff(out, plan);
    refuseConflicts(changes, options.force === true);
    if (options['dry-run'] || changes.length === 0)
      return finish(
        out,
        plans.map((plan) => outcomeOf(plan, false)),
      );
    if (!options.yes && !(await agrees(io, changes.length))) throw new Failure('failed', 'nothing was pushed');
    const outcomes = plans.filter(({ verdict }) => verdict === 'same').map((plan) => outcomeOf(plan, false));
    for (const plan of changes) outcomes.push(await push(api, folder, plan, options.publish === true, io.signal));
    return finish(out, outcomes);
  },
});

async function planFor(api: Patchbay, local: Local, signal: AbortSignal): Promise<Plan> {
  const { id } = local.file;
  if (id === undefined)
    return { local, verdict: 'new', theirs: undefined, diff: unifiedDiff('', fileText(onlyDefinition(local.file))) };
  const theirs = fromServer(
    await api.automations.get(id, { signal }).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
      const todo = 'delete the file; or take id, version and revision out of it to make a new automation';
      throw new Failure('notFound', `${local.path}: there is no automation ${id} on this server`, {
        todo,
        ...(error.requestId && { requestId: error.requestId }),
        ...(error.messageKey && { messageKey: error.messageKey }),
      });
    }),
  );
  const text = (definition: Definition) => fileText(onlyDefinition(definition));
  return { local, verdict: compare(local.file, theirs), theirs, diff: unifiedDiff(text(theirs), text(local.file)) };
}

function showDiff(out: Task['out'], { local, verdict, theirs, diff }: Plan): void {
  const paint = { '+': 'green', '-': 'red', '@': 'cyan' } as const;
  out.note(`--- ${verdict === 'new' ? 'nothing' : `server, version ${theirs?.version}`}\n+++ ${local.path}`);
  for (const line of diff) {
    const colour = paint[line[0] as keyof typeof paint];
    out.note(colour ? out.paint(colour, line) : line);
  }
}

/** Reports all errors and pushes nothing: a partial push could leave automations that do not fit each other. */
function refuseConflicts(changes: readonly Plan[], isForced: boolean): void {
  const conflicts = changes.filter(({ verdict }) => verdict === 'changed there' || verdict === 'changed in both');
  if (isForced || conflicts.length === 0) return;
  const lines = conflicts.map(
    ({ local, theirs }) =>
      `${local.path} is from version ${local.file.version ?? 'unknown'}, the server has a newer one (version ${theirs?.version})`,
  );
  throw new Failure('failed', `${lines.join('\n')}\nnothing was pushed`, {
    todo: 'pull first and look at the difference with git, or overwrite what is there with --force',
  });
}

async function agrees(io: Task['io'], changes: number): Promise<boolean> {
  const answer = await askOpenly(io, `Push ${changes} ${changes === 1 ? 'change' : 'changes'}? [y/N] `);
  if (answer === undefined) throw usage('this needs a confirmation, and there is no terminal', 'add --yes');
  return /^y(es)?$/i.test(answer.trim());
}

type Outcome = { file: string; id: string | null; version: number | null; outcome: string };

const outcomeOf = ({ local, verdict, theirs }: Plan, isPushed: boolean): Outcome => ({
  file: local.name,
  id: local.file.id ?? null,
  version: theirs?.version ?? null,
  outcome: verdict === 'same' ? 'unchanged' : isPushed ? 'pushed' : verdict === 'new' ? 'would be new' : 'would change',
});

/** Writes the server's id, version and revision to the file, so that the next push can compare with them. */
async function push(api: Patchbay, folder: string, { local }: Plan, isPublished: boolean, signal: AbortSignal): Promise<Outcome> {
  const body = onlyDefinition(local.file) as Parameters<Patchbay['automations']['create']>[0];
  const { id } = local.file;
  const saved =
    id === undefined ? await api.automations.create(body, { signal }) : await api.automations.update(id, body, { signal });
  await writeDefinition(folder, local.name, fromServer(saved));
  if (isPublished) await api.automations.publish(saved.id, {}, { signal });
  return {
    file: local.name,
    id: saved.id,
    version: saved.latestVersion.number,
    outcome: isPublished ? 'published' : id === undefined ? 'created' : 'pushed',
  };
}

function finish(out: Task['out'], outcomes: Outcome[]) {
  const rows = outcomes.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  out.result(rows, () =>
    out.table(
      [{ title: 'file' }, { title: 'version', align: 'right' }, { title: '' }],
      rows.map(({ file, version, outcome }) => [file, version, outcome]),
    ),
  );
  return exitCodes.ok.code;
}
