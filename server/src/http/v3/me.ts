import { type Me as DomainMe, getMe, updateMe } from '../../domain/accounts/index.ts';
import { Failure } from '../../platform/errors.ts';
import { Me, MeUpdate, toAccount } from '../../wire/v3/session.ts';
import { type RequestScope, route, userOf } from '../route.ts';
import { limitPasswords } from '../sign-in-limits.ts';
import { dataReply } from './rows.ts';

const tag = 'Me';

const toMe = ({ user: { id, name, email, role }, tenant, account }: DomainMe, { caller }: RequestScope) => ({
  user: { id, name, email, role },
  tenant,
  scopes: [...caller.scopes],
  account: account && toAccount(account),
  sessionId: caller.sessionId,
});

/** Returns the person of a user token. An access token of a user cannot change what the person signs in with. */
function personOf(scope: RequestScope): { userId: string; sessionId: string } {
  const { sessionId } = scope.caller;
  if (sessionId === null)
    throw new Failure('user_required', { message: 'Only a person who signed in can change this: call it with a user token' });
  return { userId: userOf(scope), sessionId };
}

export const me = [
  route({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    fails: ['user_required'],
    summary: 'Read the user of the token, the tenant, the scopes and the account',
    tag,
    scope: 'person',
    viewers: 'open',
    reply: dataReply(Me),
    handle: async (ctx, _input, scope) => ({ data: toMe(await getMe(ctx, userOf(scope)), scope) }),
  }),
  route({
    method: 'PUT',
    path: '/me',
    operationId: 'updateMe',
    fails: ['user_required'],
    summary: 'Change your name or password; a new password ends all your other sessions',
    tag,
    scope: 'person',
    viewers: 'open',
    body: MeUpdate,
    reply: dataReply(Me),
    handle: async (ctx, { body }, scope) => {
      const person = personOf(scope);
      if (body.password !== undefined) await limitPasswords(scope, person.userId);
      return { data: toMe(await updateMe(ctx, scope.passwords, person, body), scope) };
    },
  }),
];
