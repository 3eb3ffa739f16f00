import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds, toDeleteResult } from '../../storage/deletion.ts';
import { checkChatSearch } from '../chats/index.ts';
import { checkContactSearch } from '../contacts/index.ts';
import { withinQuota } from '../quotas/index.ts';
import { lockTeams } from '../users/index.ts';
import { mayChange, type Place, placeOf, type Sharing, type View, type Viewer } from './view.ts';
import { insertView, selectRole, selectView, updateViewRow } from './views.store.ts';

export type NewView = Pick<View, 'name' | 'resource' | 'query' | 'sortBy' | 'teamId'> & { sharedWith: Sharing };
export type ViewChanges = { [Field in Exclude<keyof NewView, 'resource'>]?: NewView[Field] | undefined };

export const createView = (ctx: Ctx, userId: string | null, wanted: NewView): Promise<View> =>
  withinQuota(ctx, 'views', async (ctx) => {
    const viewer = await viewerOf(ctx, userId);
    checkSearch(wanted);
    const place = await existing(ctx, placeOf(wanted, wanted, viewer));
    const id = idFor(ctx);
    await insertView(ctx, { ...wanted, ...place, id, createdBy: viewer?.userId ?? null });
    return getView(ctx, userId, id);
  });

export const getView = async (ctx: Ctx, userId: string | null, id: string): Promise<View> =>
  found(isId(id) ? await selectView(ctx, id, userId) : undefined, 'view_not_found');

export const updateView = (ctx: Ctx, userId: string | null, id: string, changes: ViewChanges): Promise<View> =>
  inTransaction(ctx, async (ctx) => {
    const view = await getView(ctx, userId, id);
    const viewer = await viewerOf(ctx, userId);
    requireMayChange(view, viewer);
    const { name = view.name, query = view.query, sortBy = view.sortBy } = changes;
    checkSearch({ resource: view.resource, query, sortBy });
    const place = await existing(ctx, placeOf(view, changes, viewer));
    return found(await updateViewRow(ctx, view.id, { name, query, sortBy, ...place }), 'view_not_found');
  });

/** Deletes a view. One that the user cannot see is not found. */
export const deleteView = (ctx: Ctx, userId: string | null, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const view = isId(id) ? await selectView(ctx, id, userId) : undefined;
    if (!view) return toDeleteResult([id], []);
    requireMayChange(view, await viewerOf(ctx, userId));
    return deleteByIds(ctx, 'saved_views', [id]);
  });

async function viewerOf(ctx: Ctx, userId: string | null): Promise<Viewer> {
  if (userId === null) return null;
  return { userId, role: found(await selectRole(ctx, userId), 'user_not_found') };
}

function requireMayChange(view: View, viewer: Viewer): void {
  if (mayChange(view, viewer)) return;
  throw new Failure('forbidden', { message: 'Forbidden: a shared view is changed by its creator, a manager or an admin' });
}

/** Refuses a query that the search of the resource would refuse. */
function checkSearch({ resource, query, sortBy }: Pick<View, 'resource' | 'query' | 'sortBy'>): void {
  const check = resource === 'chats' ? checkChatSearch : checkContactSearch;
  check({ ...(query !== null && { query }), ...(sortBy !== null && { sortBy }) });
}

/** Throws if the team does not exist. Locks it against deletion. */
async function existing(ctx: Ctx, place: Place): Promise<Place> {
  const { teamId } = place;
  if (teamId !== null && !(isId(teamId) && (await lockTeams(ctx, [teamId])).size === 1))
    throw invalidParam('teamId', 'not_found', 'There is no team with this id');
  return place;
}
