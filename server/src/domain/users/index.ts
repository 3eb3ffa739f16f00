export { lockMembers, saveTurns, type TeamMember } from './assignment.store.ts';
export { requestAssignment } from './request-assignment.ts';
export { searchTeams, searchUsers } from './search.ts';
export { lockTeams } from './teams.store.ts';
export {
  addMembers,
  createTeam,
  deleteTeam,
  getTeam,
  removeMember,
  type Team,
  updateTeam,
} from './teams.ts';
export type { Role, User } from './user.ts';
export { activeUsers, createUser, deleteUser, getUser, linkAccount, unlinkAccount, updateUser } from './users.ts';
export { findViewer, viewerOf } from './viewer.ts';
