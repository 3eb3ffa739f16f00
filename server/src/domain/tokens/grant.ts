import { Failure } from '../../platform/errors.ts';
import type { Caller } from './authenticate.ts';
import type { Scope } from './scopes.ts';

type Wanted = { scopes: Scope[]; userId?: string | null | undefined };

/**
 * Returns what a caller may put into a new token, or throws `forbidden`. A token never exceeds its creator: its scopes are a
 * subset of the scopes of the caller, and a token that a user creates belongs to that user.
 */
export function grantTo({ scopes, userId }: Pick<Caller, 'scopes' | 'userId'>, wanted: Wanted) {
  const lacking = wanted.scopes.filter((scope) => !scopes.has(scope));
  if (lacking.length > 0)
    throw new Failure('forbidden', {
      message: `Forbidden: a token can only be given scopes that the caller has, and the caller lacks ${lacking.join(' ')}`,
    });
  if (userId === null) return { scopes: wanted.scopes, userId: wanted.userId ?? null };
  if (wanted.userId != null && wanted.userId.toLowerCase() !== userId)
    throw new Failure('forbidden', {
      message:
        'Forbidden: the token of a user can create tokens for that user only; use a token without a user to create tokens for others',
    });
  return { scopes: wanted.scopes, userId };
}
