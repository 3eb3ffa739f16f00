import { addMembers, createTeam, deleteTeam, getTeam, removeMember, searchTeams, updateTeam } from '../../domain/users/index.ts';
import { DeleteResult } from '../../wire/v3/shapes.ts';
import { Team, TeamCreate, TeamMembersAdd, TeamUpdate, toTeam } from '../../wire/v3/team.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Teams';
const ids = (refs: { id: string }[]) => refs.map((ref) => ref.id);

export const teams = [
  route({
    method: 'POST',
    path: '/teams',
    operationId: 'createTeam',
    summary: 'Create a team',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    status: 201,
    body: TeamCreate,
    reply: dataReply(Team),
    handle: async (ctx, { body: { name, assignment, members } }) => ({
      data: toTeam(await createTeam(ctx, { name, assignment, memberIds: ids(members) })),
    }),
  }),
  route({
    method: 'GET',
    path: '/teams/:teamId',
    operationId: 'getTeam',
    summary: 'Read a team',
    tag,
    scope: 'teams.read',
    viewers: 'open',
    reply: dataReply(Team),
    handle: async (ctx, { params }) => ({ data: toTeam(await getTeam(ctx, params.teamId)) }),
  }),
  route({
    method: 'PUT',
    path: '/teams/:teamId',
    operationId: 'updateTeam',
    summary: 'Change a team; what is not given stays',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    body: TeamUpdate,
    reply: dataReply(Team),
    handle: async (ctx, { params, body }) => ({ data: toTeam(await updateTeam(ctx, params.teamId, body)) }),
  }),
  deleteRoute({
    path: '/teams/:teamId',
    operationId: 'deleteTeam',
    summary: 'Delete a team; its members stay, its chats become unassigned',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    remove: deleteTeam,
  }),
  route({
    method: 'POST',
    path: '/teams/:teamId/members',
    operationId: 'addTeamMembers',
    summary: 'Add users to a team; existing members are ignored',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    body: TeamMembersAdd,
    reply: dataReply(Team),
    handle: async (ctx, { params, body }) => ({ data: toTeam(await addMembers(ctx, params.teamId, ids(body.members))) }),
  }),
  route({
    method: 'DELETE',
    path: '/teams/:teamId/members/:userId',
    operationId: 'removeTeamMember',
    summary: 'Remove a user from a team',
    tag,
    scope: 'teams.write',
    viewers: 'forbidden',
    reply: dataReply(DeleteResult),
    handle: async (ctx, { params }) => ({ data: await removeMember(ctx, params.teamId, params.userId) }),
  }),
  searchRoute({
    path: '/teams/search',
    operationId: 'searchTeams',
    summary: 'Search teams',
    tag,
    scope: 'teams.read',
    viewers: 'open',
    item: Team,
    search: searchTeams,
    toItem: toTeam,
  }),
];
