import type { Patchbay, types } from '@patchbay/sdk';
import { useSyncExternalStore } from 'react';
import { client, onSession, sessionState } from './session.ts';

export type Session = {
  me: types.Me;
  tenant: types.Me['tenant'];
  /** Tenants that the person can switch to. */
  tenants: types.TenantChoice[];
  client: Patchbay;
  /** Whether the role of the person has a scope, for example `chats.write`. */
  can: (scope: string) => boolean;
};

export const useSessionState = () => useSyncExternalStore(onSession, sessionState);

/** The signed-in person. Only inside the frame, which renders nothing else before there is one. */
export function useSession(): Session {
  const state = useSessionState();
  if (state.step !== 'active') throw new Error('useSession is used outside the frame: nobody is signed in');
  const { me, signedIn } = state;
  return {
    me,
    tenant: me.tenant,
    tenants: signedIn.tenants,
    client,
    can: (scope) => me.scopes.includes(scope) || me.scopes.includes('admin'),
  };
}
