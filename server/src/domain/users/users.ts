import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { jobs } from '../../registry/jobs.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { requireAnotherAdmin, stepsDown } from './last-admin.ts';
import type { User } from './user.ts';
import { insertUser, lockAdmins, lockUsers, selectUser, type UserChanges, updateUserRow } from './users.store.ts';

const emailTaken = { users_email: 'There is a user with this email already (upper and lower case are the same)' };

export type NewUser = Pick<User, 'name' | 'email' | 'role' | 'status'>;

export async function createUser(ctx: Ctx, wanted: NewUser): Promise<User> {
  const now = ctx.clock.now();
  const user: User = { ...wanted, id: idFor(ctx), teams: [], createdAt: now, updatedAt: now };
  await explainConflicts(emailTaken, () => insertUser(ctx, user));
  return user;
}

export const getUser = async (ctx: Ctx, id: string): Promise<User> =>
  found(isId(id) ? await selectUser(ctx, id) : undefined, 'user_not_found');

/** A role or a status counts for their tokens too, within seconds. */
export const updateUser = (ctx: Ctx, id: string, changes: UserChanges): Promise<User> =>
  inTransaction(ctx, async (ctx) => {
    if (stepsDown(changes)) requireAnotherAdmin(await lockAdmins(ctx), id, 'disabled or given another role');
    const updated = isId(id) ? await explainConflicts(emailTaken, () => updateUserRow(ctx, id, changes)) : undefined;
    return found(updated, 'user_not_found');
  });

/** Their tokens and memberships go with them, what they wrote stays, and a job takes their chats from them. */
export const deleteUser = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    requireAnotherAdmin(await lockAdmins(ctx), id, 'deleted');
    const result = await deleteByIds(ctx, 'users', [id]);
    for (const userId of result.deletedIds) await enqueue(ctx, jobs.releaseChats, { userId });
    return result;
  });

/** Which of these ids are active people of the tenant: those who can be given something to do. */
export async function activeUsers(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  const there = await lockUsers(ctx, ids);
  return new Set([...there].filter(([, status]) => status === 'active').map(([id]) => id));
}
