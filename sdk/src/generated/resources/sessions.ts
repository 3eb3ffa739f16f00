// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.

import { path } from '../../path.ts';
import type { CallOptions, Transport } from '../../transport.ts';
import type * as types from '../types.ts';

/** People who sign in with a browser: the session cookie, and user tokens for it. */
export class Sessions {
  readonly #transport: Transport;
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sign in with email and password; sets the session cookie. */
  create(body: types.CreateSessionBody, options?: CallOptions): Promise<types.SignedIn> {
    return this.#transport.data({ operation: 'createSession', method: 'POST', path: '/v3/sessions', body }, options);
  }

  /** List your own sessions, the latest used first. */
  list(options?: CallOptions): Promise<Array<types.Session>> {
    return this.#transport.data({ operation: 'listSessions', method: 'GET', path: '/v3/sessions' }, options);
  }

  /** Sign in with a link of npm run dev, which works once; only on a developer’s machine, and for its sandbox tenant. */
  createByLink(body: types.CreateSessionByLinkBody, options?: CallOptions): Promise<types.SignedIn> {
    return this.#transport.data({ operation: 'createSessionByLink', method: 'POST', path: '/v3/sessions/link', body }, options);
  }

  /** Read your session, your account and the tenants that you can choose. */
  getCurrent(options?: CallOptions): Promise<types.SignedIn> {
    return this.#transport.data({ operation: 'getCurrentSession', method: 'GET', path: '/v3/sessions/current' }, options);
  }

  /** Sign out: end this session and its user tokens, and remove the cookie. */
  deleteCurrent(options?: CallOptions): Promise<void> {
    return this.#transport.done({ operation: 'deleteCurrentSession', method: 'DELETE', path: '/v3/sessions/current' }, options);
  }

  /** End one of your sessions; its user tokens are refused within 5 seconds. */
  delete(sessionId: string, options?: CallOptions): Promise<types.DeleteResult> {
    return this.#transport.data({ operation: 'deleteSession', method: 'DELETE', path: path`/v3/sessions/${sessionId}` }, options);
  }

  /** Get a user token of ten minutes for one of your tenants; renews the session cookie. */
  createUserToken(body: types.CreateUserTokenBody = {}, options?: CallOptions): Promise<types.UserToken> {
    return this.#transport.data(
      { operation: 'createUserToken', method: 'POST', path: '/v3/sessions/current/token', body },
      options,
    );
  }
}
