export { lockTeams } from './teams.store.ts';
export { addMembers, createTeam, deleteTeam, getTeam, removeMember, searchTeams, type Team, updateTeam } from './teams.ts';
export type { Role, User } from './user.ts';
export { activeUsers, createUser, deleteUser, getUser, searchUsers, updateUser } from './users.ts';
