import { Failure, found, type InvalidParams, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { cancel, enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { asServer } from '../../storage/as-viewer.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { checkChatSearch } from '../chats/index.ts';
import { lockLabels } from '../labels/index.ts';
import { withinQuota } from '../quotas/index.ts';
import { activeUsers, lockTeams } from '../users/index.ts';
import type { Actor, BulkAction, BulkChange, BulkTarget } from './bulk-action.ts';
import {
  deleteOldest,
  endBulkAction,
  insertBulkAction,
  lockBulkAction,
  selectBulkAction,
  selectExisting,
} from './bulk-actions.store.ts';
import { publishProgress } from './progress.ts';

/** Ended ones that are kept. */
const KEPT = 1_000;

/** Starts a change to many chats. The job makes it page by page. */
export const startBulkAction = (ctx: Ctx, target: BulkTarget, change: BulkChange, actor: Actor): Promise<BulkAction> =>
  withinQuota(ctx, 'bulkActions', async (ctx) => {
    const { chatIds, query, search } = storedTarget(target);
    if (chatIds === null) checkChatSearch({ ...(query && { query }), ...(search && { search }) });
    else await checkChats(ctx, chatIds);
    await checkChange(ctx, change);
    const id = idFor(ctx);
    await insertBulkAction(ctx, { id, change, chatIds, query, search, actor });
    await asServer(ctx, (ctx) => deleteOldest(ctx, KEPT)); // of all users
    await enqueue(ctx, jobs.changeChats, {}, { id, concurrencyKey: 'chats' });
    return getBulkAction(ctx, id);
  });

/** Ids are unique and in their order, so that a page is a range of them. */
function storedTarget(target: BulkTarget): Pick<BulkAction, 'chatIds' | 'query' | 'search'> {
  if (!('ids' in target)) return { chatIds: null, query: target.query ?? null, search: target.search ?? null };
  if (!target.ids.every(isId)) throw invalidParam('ids', 'not_found', 'There is no chat with one of these ids');
  const chatIds = [...new Set(target.ids.map((id) => id.toLowerCase()))].sort();
  return { chatIds, query: null, search: null };
}

/** Refuses ids of chats that do not exist, so that nobody believes they were changed. Chats that are deleted later count as failed. */
async function checkChats(ctx: Ctx, ids: string[]): Promise<void> {
  const known = await selectExisting(ctx, ids);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  throw invalidParam('ids', 'not_found', `There is no chat with the id ${missing[0]}${more}`);
}

/** Refuses a change that could succeed for no chat: an unknown user, team or label, or a time in the past. */
async function checkChange(ctx: Ctx, change: BulkChange): Promise<void> {
  const invalidParams: InvalidParams = {};
  const missing = (path: string, what: string) => {
    invalidParams[path] = { key: 'not_found', message: `There is no ${what} with this id` };
  };
  if (change.action === 'assign') {
    if (change.userId && !(await existsIn(activeUsers(ctx, [change.userId].filter(isId))))) missing('userId', 'active user');
    if (change.teamId && !(await existsIn(lockTeams(ctx, [change.teamId].filter(isId))))) missing('teamId', 'team');
  }
  if (change.action === 'snooze' && change.snoozedUntil <= ctx.clock.now())
    invalidParams.snoozedUntil = { key: 'invalid_date', message: 'snoozedUntil must be in the future' };
  if (change.action === 'label' || change.action === 'unlabel') {
    const known = await lockLabels(ctx, change.labelIds.filter(isId));
    for (const [i, id] of change.labelIds.entries()) if (!known.has(id.toLowerCase())) missing(`labelIds.${i}`, 'label');
  }
  if (Object.keys(invalidParams).length > 0) throw new Failure('invalid_body_params', { invalidParams });
}

const existsIn = async (found: Promise<Set<string>>): Promise<boolean> => (await found).size > 0;

export const getBulkAction = async (ctx: Ctx, id: string): Promise<BulkAction> =>
  found(isId(id) ? await selectBulkAction(ctx, id) : undefined, 'bulk_action_not_found');

/** Ends a bulk action after its current page. Chats that were changed stay changed. */
export const cancelBulkAction = (ctx: Ctx, id: string): Promise<BulkAction> =>
  inTransaction(ctx, async (ctx) => {
    if (isId(id)) await cancel(ctx, jobs.changeChats, [id]); // lock order: the job first
    const open = found(isId(id) ? await lockBulkAction(ctx, id) : undefined, 'bulk_action_not_found');
    if (open.status !== 'running')
      throw new Failure('conflict', { message: `Only a running bulk action can be cancelled; this one is ${open.status}` });
    await endBulkAction(ctx, open.id, 'cancelled');
    const ended = await getBulkAction(ctx, open.id);
    await publishProgress(ctx, ended);
    return ended;
  });
