import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Viewer } from '../../storage/viewer.ts';
import type { User } from './user.ts';
import { selectUser } from './users.store.ts';

type Limits = Pick<User, 'id' | 'role' | 'visibility' | 'channelIds'>;

/** Returns the limits of what a user sees; undefined for none. Admins could lift their own limits, so they have none. */
export function viewerOf({ id, role, visibility, channelIds }: Limits): Viewer | undefined {
  if (role === 'admin' || (visibility === 'all' && channelIds === null)) return undefined;
  return { userId: id, visibility, channelIds };
}

/**
 * Returns the current limits of the user who started a job, for `asViewer`; undefined for none, and for a job without a user. A user who
 * was deleted or disabled in the meantime sees nothing.
 */
export async function findViewer(ctx: Ctx, userId: string | null): Promise<Viewer | undefined> {
  if (userId === null) return undefined;
  const user = isId(userId) ? await selectUser(ctx, userId) : undefined;
  return user?.status === 'active' ? viewerOf(user) : { userId, visibility: 'own', channelIds: [] };
}
