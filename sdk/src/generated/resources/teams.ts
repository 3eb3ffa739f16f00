// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { type Each, eachItem, type Page, type Search } from '../../pages.ts';
import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** Groups of users that chats are assigned to. */
export class Teams {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Create a team. Needs the scope `teams.write`. */
  create(body: types.CreateTeamBody, options?: CallOptions): Promise<types.Team> {
    return this.#transport.data({ operation: 'createTeam', method: 'POST', path: '/v3/teams', body, isKeyed: true }, options);
  }

  /** Read a team. Needs the scope `teams.read`. */
  get(teamId: string, options?: CallOptions): Promise<types.Team> {
    return this.#transport.data({ operation: 'getTeam', method: 'GET', path: path`/v3/teams/${teamId}` }, options);
  }

  /** Change a team; what is not given stays. Needs the scope `teams.write`. */
  update(teamId: string, body: types.UpdateTeamBody, options?: CallOptions): Promise<types.Team> {
    return this.#transport.data(
      { operation: 'updateTeam', method: 'PUT', path: path`/v3/teams/${teamId}`, body, isKeyed: true },
      options,
    );
  }

  /** Delete a team; its members stay, its chats become unassigned. Needs the scope `teams.write`. */
  delete(teamId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteTeam', method: 'DELETE', path: path`/v3/teams/${teamId}` }, options);
  }

  /** Add users to a team; existing members are ignored. Needs the scope `teams.write`. */
  addMembers(teamId: string, body: types.AddTeamMembersBody, options?: CallOptions): Promise<types.Team> {
    return this.#transport.data(
      { operation: 'addTeamMembers', method: 'POST', path: path`/v3/teams/${teamId}/members`, body, isKeyed: true },
      options,
    );
  }

  /** Remove a user from a team. Needs the scope `teams.write`. */
  removeMember(teamId: string, userId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data(
      { operation: 'removeTeamMember', method: 'DELETE', path: path`/v3/teams/${teamId}/members/${userId}` },
      options,
    );
  }

  /** Search teams. Needs the scope `teams.read`. */
  search(body: Search = {}, options?: CallOptions): Promise<Page<types.Team>> {
    return this.#transport.page({ operation: 'searchTeams', method: 'POST', path: '/v3/teams/search', body }, options);
  }

  /** All that `search` finds, page by page. */
  each(search: Each = {}, options?: CallOptions): AsyncGenerator<types.Team> {
    return eachItem(search, (body) => this.search(body, options));
  }
}
