import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { requireAnotherAdmin, stepsDown } from './last-admin.ts';
import { requestAssignment } from './request-assignment.ts';
import type { User } from './user.ts';
import {
  clearAccount,
  existingChannels,
  insertUser,
  lockAdmins,
  lockUsers,
  selectUser,
  type UserChanges,
  updateAccount,
  updateUserRow,
} from './users.store.ts';

const emailTaken = { users_email: 'There is a user with this email already (upper and lower case are the same)' };

export type NewUser = Pick<User, 'name' | 'email' | 'role' | 'status'> &
  Partial<Pick<User, 'visibility' | 'channelIds' | 'availability' | 'maxOpenChats'>>;

export async function createUser(ctx: Ctx, wanted: NewUser): Promise<User> {
  const now = ctx.clock.now();
  await requireChannels(ctx, wanted.channelIds);
  const user: User = {
    visibility: 'all',
    channelIds: null,
    availability: 'available',
    maxOpenChats: null,
    ...wanted,
    id: idFor(ctx),
    accountId: null,
    teams: [],
    createdAt: now,
    updatedAt: now,
  };
  await explainConflicts(emailTaken, () => insertUser(ctx, user));
  return user;
}

export const getUser = async (ctx: Ctx, id: string): Promise<User> =>
  found(isId(id) ? await selectUser(ctx, id) : undefined, 'user_not_found');

/** Updates a user. A new role, status or visibility applies to the tokens of the user within seconds. */
export const updateUser = (ctx: Ctx, id: string, changes: UserChanges): Promise<User> =>
  inTransaction(ctx, async (ctx) => {
    await requireChannels(ctx, changes.channelIds);
    if (stepsDown(changes)) requireAnotherAdmin(await lockAdmins(ctx), id, 'disabled or given another role');
    const updated = isId(id) ? await explainConflicts(emailTaken, () => updateUserRow(ctx, id, changes)) : undefined;
    const user = found(updated, 'user_not_found');
    if (opensPlaces(changes)) await requestAssignment(ctx);
    return user;
  });

const accountTaken = { users_account: 'Another user of this tenant signs in with this account already' };

/** Connects a user with the account that the user signs in with. */
export async function linkAccount(ctx: Ctx, id: string, accountId: string): Promise<void> {
  const linked = await explainConflicts(accountTaken, () => updateAccount(ctx, id, accountId));
  if (!linked) throw new Failure('conflict', { message: 'This user has accepted an invitation already and can sign in' });
}

/** Separates a user from an account that it no longer signs in with. */
export const unlinkAccount = (ctx: Ctx, id: string, accountId: string): Promise<void> => clearAccount(ctx, id, accountId);

/** Throws if one of the channels does not exist. A channel that is deleted later stays in the list and allows nothing. */
async function requireChannels(ctx: Ctx, ids: string[] | null | undefined): Promise<void> {
  if (!ids || ids.length === 0) return;
  const known = await existingChannels(ctx, ids.filter(isId));
  const notFound = { key: 'not_found' as const, message: 'There is no channel with this id' };
  const unknown = ids.flatMap((id, i) => (known.has(id.toLowerCase()) ? [] : [[`channelIds.${i}`, notFound] as const]));
  if (unknown.length > 0) throw new Failure('invalid_body_params', { invalidParams: Object.fromEntries(unknown) });
}
/** Returns whether a change can let the user get more chats. */
const opensPlaces = ({ status, availability, maxOpenChats, channelIds, role }: UserChanges): boolean =>
  status === 'active' ||
  availability === 'available' ||
  maxOpenChats !== undefined ||
  channelIds !== undefined ||
  role === 'admin'; // sees all channels

/** Deletes a user with its tokens and memberships. Its notes stay; a job unassigns its chats. */
export const deleteUser = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    requireAnotherAdmin(await lockAdmins(ctx), id, 'deleted');
    const result = await deleteByIds(ctx, 'users', [id]);
    for (const userId of result.deletedIds) await enqueue(ctx, jobs.releaseChats, { userId });
    return result;
  });

/** Returns the ids of active users, who can be assigned chats and tokens. */
export async function activeUsers(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  const there = await lockUsers(ctx, ids);
  return new Set([...there].filter(([, status]) => status === 'active').map(([id]) => id));
}
