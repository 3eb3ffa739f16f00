import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds, toDeleteResult } from '../../storage/deletion.ts';
import { requestAssignment } from './request-assignment.ts';
import { deleteMember, insertMembers, insertTeam, lockTeams, selectTeam, updateTeamRow } from './teams.store.ts';
import type { User } from './user.ts';
import { lockUsers } from './users.store.ts';

export type AssignmentPolicy = 'manual' | 'round_robin' | 'least_open';

/** A group of users. A disabled user stays a member. */
export type Team = {
  id: string;
  name: string;
  /** How its chats get a user. */
  assignment: AssignmentPolicy;
  members: Pick<User, 'id' | 'name' | 'email' | 'status'>[];
  createdAt: Date;
  updatedAt: Date;
};

export type TeamChanges = { name?: string | undefined; assignment?: AssignmentPolicy | undefined };

const nameTaken = { teams_name: 'There is a team of this name already (upper and lower case are the same)' };

export type NewTeam = { name: string; assignment?: AssignmentPolicy | undefined; memberIds?: string[] | undefined };

export const createTeam = (ctx: Ctx, { name, assignment = 'manual', memberIds = [] }: NewTeam): Promise<Team> =>
  inTransaction(ctx, async (ctx) => {
    const id = idFor(ctx);
    await explainConflicts(nameTaken, () => insertTeam(ctx, id, { name, assignment }));
    await join(ctx, id, memberIds);
    return getTeam(ctx, id);
  });

export const getTeam = async (ctx: Ctx, id: string): Promise<Team> =>
  found(isId(id) ? await selectTeam(ctx, id) : undefined, 'team_not_found');

export const updateTeam = (ctx: Ctx, id: string, changes: TeamChanges): Promise<Team> =>
  inTransaction(ctx, async (ctx) => {
    if (isId(id)) await explainConflicts(nameTaken, () => updateTeamRow(ctx, id, changes));
    if (changes.assignment !== undefined) await requestAssignment(ctx);
    return getTeam(ctx, id);
  });

/** Deletes a team. Its users stay; a job unassigns its chats. */
export const deleteTeam = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const result = await deleteByIds(ctx, 'teams', [id]);
    for (const teamId of result.deletedIds) await enqueue(ctx, jobs.releaseChats, { teamId });
    return result;
  });

/** Adds users to a team. Throws if one id is unknown, and adds none. An existing member changes nothing. */
export const addMembers = (ctx: Ctx, teamId: string, userIds: string[]): Promise<Team> =>
  inTransaction(ctx, async (ctx) => {
    const [known] = isId(teamId) ? await lockTeams(ctx, [teamId]) : [];
    const id = found(known, 'team_not_found');
    if (!(await join(ctx, id, userIds))) return getTeam(ctx, id);
    await updateTeamRow(ctx, id, {});
    await requestAssignment(ctx);
    return getTeam(ctx, id);
  });

export const removeMember = (ctx: Ctx, teamId: string, userId: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const removed = isId(teamId) && isId(userId) && (await deleteMember(ctx, teamId, userId));
    if (removed) await updateTeamRow(ctx, teamId, {});
    return toDeleteResult([userId], removed ? [userId] : []);
  });

async function join(ctx: Ctx, teamId: string, userIds: string[]): Promise<boolean> {
  const ids = userIds.map((id) => id.toLowerCase());
  const known = await lockUsers(ctx, ids.filter(isId));
  const unknown = ids.flatMap((id, i) => (known.has(id) ? [] : [i]));
  const notFound = { key: 'not_found' as const, message: 'There is no user with this id' };
  if (unknown.length > 0)
    throw new Failure('invalid_body_params', {
      invalidParams: Object.fromEntries(unknown.map((i) => [`members.${i}.id`, notFound])),
    });
  return ids.length > 0 && insertMembers(ctx, teamId, ids);
}
