/** How much of the conversations a user sees: all chats, those of the user's teams, or those assigned to the user. */
export type Visibility = 'all' | 'teams' | 'own';

/**
 * A user who does not see everything. Statements of a viewer run as a role whose policies hide the rest (migration 0043).
 */
export type Viewer = {
  readonly userId: string;
  readonly visibility: Visibility;
  /** The channels whose chats the user sees; null for all. */
  readonly channelIds: readonly string[] | null;
};

const roles: Record<Visibility, string> = {
  all: 'patchbay_viewer',
  teams: 'patchbay_viewer_teams',
  own: 'patchbay_viewer_own',
};

/** All roles of viewers. */
export const VIEWER_ROLES: readonly string[] = Object.values(roles);

/** Sets or removes the viewer for the rest of the transaction. The role comes last: the statement itself runs as the one before. */
export const SET_VIEWER = `select set_config('app.viewer_id', $1, true), set_config('app.viewer_channels', $2, true), set_config('role', $3, true)`;

/** Returns the values of SET_VIEWER. */
export const viewerValues = ({ userId, visibility, channelIds }: Viewer): string[] => [
  userId,
  channelIds === null ? '*' : `{${channelIds.join(',')}}`,
  roles[visibility],
];

/** Returns the name of a prepared statement. Each role prepares its own: PostgreSQL plans a statement again whenever its role changes. */
export const nameFor = (name: string, viewer: Viewer | undefined): string => (viewer ? `${name}@${viewer.visibility}` : name);
