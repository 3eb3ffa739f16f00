import { found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { requireFiles } from '../files/index.ts';
import { withinQuota } from '../quotas/index.ts';
import { lockTeams } from '../users/index.ts';
import { insertSnippet, selectSnippet, updateSnippetRow } from './snippets.store.ts';

/** A text with files that people insert into replies by its shortcut. One with a team is meant for that team. */
export type Snippet = {
  id: string;
  shortcut: string;
  text: string;
  fileIds: string[];
  teamId: string | null;
  createdAt: Date;
  updatedAt: Date;
};

export type NewSnippet = Pick<Snippet, 'shortcut' | 'text' | 'fileIds' | 'teamId'>;
export type SnippetChanges = { [Field in keyof NewSnippet]?: NewSnippet[Field] | undefined };

const shortcutTaken = { snippets_shortcut: 'There is a snippet with this shortcut already (upper and lower case are the same)' };

export const createSnippet = (ctx: Ctx, wanted: NewSnippet): Promise<Snippet> =>
  withinQuota(ctx, 'snippets', async (ctx) => {
    const id = idFor(ctx);
    const checked = await withChecked(ctx, wanted);
    await explainConflicts(shortcutTaken, () => insertSnippet(ctx, { ...wanted, ...checked, id }));
    return getSnippet(ctx, id);
  });

export const getSnippet = async (ctx: Ctx, id: string): Promise<Snippet> =>
  found(isId(id) ? await selectSnippet(ctx, id) : undefined, 'snippet_not_found');

export const updateSnippet = (ctx: Ctx, id: string, changes: SnippetChanges): Promise<Snippet> =>
  inTransaction(ctx, async (ctx) => {
    await getSnippet(ctx, id);
    const checked = await withChecked(ctx, changes);
    return found(await explainConflicts(shortcutTaken, () => updateSnippetRow(ctx, id, checked)), 'snippet_not_found');
  });

export const deleteSnippet = (ctx: Ctx, id: string): Promise<DeleteResult> => deleteByIds(ctx, 'snippets', [id]);

/** Throws if the team or a file does not exist. Locks the team against deletion. */
async function withChecked<Fields extends SnippetChanges>(ctx: Ctx, fields: Fields): Promise<Fields> {
  const { teamId, fileIds } = fields;
  if (typeof teamId === 'string' && !(isId(teamId) && (await lockTeams(ctx, [teamId])).size === 1))
    throw invalidParam('teamId', 'not_found', 'There is no team with this id');
  return fileIds === undefined ? fields : { ...fields, fileIds: await requireFiles(ctx, fileIds) };
}
