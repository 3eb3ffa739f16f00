import { grantTo, issueToken, revokeToken, type Scope, scopes, searchTokens } from '../../domain/tokens/index.ts';
import { Failure, invalidParam } from '../../platform/errors.ts';
import { toDeleteResult } from '../../storage/deletion.ts';
import { AccessToken, AccessTokenCreate, IssuedAccessToken, toAccessToken } from '../../wire/v3/access-token.ts';
import { route } from '../route.ts';
import { dataReply, deleteRoute, searchRoute } from './rows.ts';

const tag = 'Access tokens';

export const accessTokens = [
  route({
    method: 'POST',
    path: '/access_tokens',
    operationId: 'createAccessToken',
    fails: ['quota_exceeded'],
    summary: 'Create an access token with scopes of the caller; the token is shown only in this response',
    tag,
    scope: 'admin',
    viewers: 'forbidden',
    status: 201,
    body: AccessTokenCreate,
    reply: dataReply(IssuedAccessToken),
    handle: async (ctx, { body }, { keys, caller }) => {
      if (body.expiresAt && body.expiresAt <= ctx.clock.now())
        throw invalidParam('expiresAt', 'invalid_date', 'expiresAt must be in the future');
      const granted = grantTo(caller, { scopes: knownScopes(body.scopes), userId: body.userId });
      const { token, accessToken } = await issueToken(ctx, keys, { ...body, ...granted });
      return { data: { ...toAccessToken(token), accessToken } };
    },
  }),
  deleteRoute({
    path: '/access_tokens/:accessTokenId',
    operationId: 'deleteAccessToken',
    summary: 'Revoke an access token; it is refused within 5 seconds',
    tag,
    scope: 'admin',
    viewers: 'forbidden',
    remove: async (ctx, id) => toDeleteResult([id], (await revokeToken(ctx, id)) ? [id] : []),
  }),
  searchRoute({
    path: '/access_tokens/search',
    operationId: 'searchAccessTokens',
    summary: 'Search access tokens that are not revoked',
    tag,
    scope: 'admin',
    viewers: 'forbidden',
    item: AccessToken,
    search: searchTokens,
    toItem: toAccessToken,
  }),
];

function knownScopes(wanted: string[]): Scope[] {
  const unknown = wanted.flatMap((scope, i) => ((scopes as readonly string[]).includes(scope) ? [] : [i]));
  if (unknown.length === 0) return wanted as Scope[];
  const message = `There is no such scope; there are ${scopes.join(' ')}`;
  const invalidParams = Object.fromEntries(unknown.map((i) => [`scopes.${i}`, { key: 'invalid_enum_value' as const, message }]));
  throw new Failure('invalid_body_params', { invalidParams });
}
