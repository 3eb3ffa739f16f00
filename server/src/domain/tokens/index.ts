export { type Authenticate, type Caller, callerOfSession, createAuthenticator } from './authenticate.ts';
export { grantTo } from './grant.ts';
export { createKeyRing, type KeyRing, retireKey, rotateSigningKey } from './keys.ts';
export { revealedBy, roles, type Scope, scopes } from './scopes.ts';
export { searchTokens } from './search.ts';
export { type AccessToken, issueToken, revokeToken, signUserToken } from './tokens.ts';
