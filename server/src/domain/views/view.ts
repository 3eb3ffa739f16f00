import { Failure, invalidParam } from '../../platform/errors.ts';
import type { Role } from '../users/index.ts';

export type Sharing = 'nobody' | 'team' | 'everyone';

/** A saved search of chats or contacts. `createdBy` is null if that user was deleted or a token without a user created it. */
export type View = {
  id: string;
  name: string;
  resource: 'chats' | 'contacts';
  query: string | null;
  sortBy: string | null;
  sharedWith: Sharing;
  teamId: string | null;
  createdBy: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The user of the call with the current role; null for a token without a user. */
export type Viewer = { userId: string; role: Role } | null;

/** Where a view belongs: to one user, to one team, or to everyone. */
export type Place = { sharedWith: Sharing; userId: string | null; teamId: string | null };

type Wanted = { sharedWith?: Sharing | undefined; teamId?: string | null | undefined };

/** Returns the place of a new or changed view. What is not given stays; a view that is shared otherwise leaves its team. */
export function placeOf(current: Pick<View, 'sharedWith' | 'teamId'>, wanted: Wanted, viewer: Viewer): Place {
  const sharedWith = wanted.sharedWith ?? current.sharedWith;
  const teamId = wanted.teamId ?? (sharedWith === 'team' && wanted.teamId === undefined ? current.teamId : null);
  if (sharedWith === 'team' && teamId === null) throw invalidParam('teamId', 'required', 'Name the team that the view is for');
  if (sharedWith !== 'team' && teamId !== null)
    throw invalidParam('teamId', 'custom', 'Only a view with sharedWith "team" has a team');
  if (sharedWith === 'nobody' && viewer === null) throw new Failure('user_required');
  return { sharedWith, userId: sharedWith === 'nobody' ? (viewer?.userId ?? null) : null, teamId };
}

/**
 * Returns whether the viewer, who can see the view, may change or delete it. A view that is shared with nobody is seen by its owner only.
 * Shared views are changed by their creator, by managers and admins, and by tokens without a user.
 */
export const mayChange = (view: Pick<View, 'sharedWith' | 'createdBy'>, viewer: Viewer): boolean =>
  viewer === null || view.sharedWith === 'nobody' || view.createdBy === viewer.userId || viewer.role !== 'member';
