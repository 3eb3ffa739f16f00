import { randomBytes } from 'node:crypto';
import type * as openid from 'openid-client';
import { Failure } from '../../platform/errors.ts';
import type { ProviderHttp } from '../../platform/provider-http.ts';
import type { Claims } from './decide-sign-in.ts';

export type OidcCredentials = { issuer: string; clientId: string; clientSecret: string };

/** The values of one sign-in. They stay in the browser's cookie, sealed, until the provider sends the person back. */
export type Attempt = { state: string; nonce: string; verifier: string };

/** `http` checks every address, as for all URLs that a tenant gives. `allowHttp` is for a developer's machine. */
export type OidcDeps = { http: Pick<ProviderHttp, 'request'>; allowHttp: boolean };

const SCOPE = 'openid email profile';
/** Discovery documents and key sets have a few kilobytes. */
const MOST_ANSWER_BYTES = 131_072;

/** Loads the library with the first sign-in by a provider. */
const library = () => import('openid-client');

/** 32 bytes, as RFC 7636 recommends for the verifier. */
const randomValue = (): string => randomBytes(32).toString('base64url');

/** Returns the values of a new sign-in. */
export const newAttempt = (): Attempt => ({ state: randomValue(), nonce: randomValue(), verifier: randomValue() });

/** Returns the URL of the provider's sign-in page. */
export async function authorizationUrl(
  deps: OidcDeps,
  credentials: OidcCredentials,
  redirectUri: string,
  attempt: Attempt,
): Promise<URL> {
  const openid = await library();
  const configuration = await discover(deps, credentials);
  return openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  });
}

/**
 * Exchanges the code of a callback for an ID token and returns its claims. Checks state, issuer, audience, nonce, expiry and signature.
 * `callbackUrl` is the URL that the provider sent the browser to, with its query.
 */
export async function claimsOf(
  deps: OidcDeps,
  credentials: OidcCredentials,
  callbackUrl: URL,
  attempt: Attempt,
): Promise<Claims> {
  const openid = await library();
  const configuration = await discover(deps, credentials);
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, callbackUrl, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('no ID token');
    return claims;
  } catch (error) {
    throw refused(error);
  }
}

/** Reads the provider's configuration. Each sign-in reads it again: a rotated key or a moved endpoint needs no restart. */
async function discover(deps: OidcDeps, { issuer, clientId, clientSecret }: OidcCredentials): Promise<openid.Configuration> {
  const openid = await library();
  const options = {
    [openid.customFetch]: guardedFetch(deps.http),
    // The library trusts TLS alone by default; with this, it also verifies the signature of ID tokens.
    execute: [openid.enableNonRepudiationChecks, ...(deps.allowHttp ? [openid.allowInsecureRequests] : [])],
  };
  try {
    const found = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    const methods = found.serverMetadata().token_endpoint_auth_methods_supported;
    if (!methods || methods.includes('client_secret_post')) return found;
    return await openid.discovery(new URL(issuer), clientId, clientSecret, openid.ClientSecretBasic(clientSecret), options);
  } catch (error) {
    throw refused(error);
  }
}

/** A fetch that reaches public addresses only, follows no redirect, and reads a bounded answer within a bounded time. */
const guardedFetch =
  (http: OidcDeps['http']): openid.CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await http.request({
      method: method as 'GET' | 'POST',
      url,
      headers: Object.fromEntries(new Headers(headers).entries()),
      ...(body !== null && body !== undefined && { body: new URLSearchParams(body as URLSearchParams).toString() }),
    });
    if (answer.kind === 'failed') throw new Error(answer.message);
    if (answer.body.length > MOST_ANSWER_BYTES)
      throw new Error(`the provider answered with more than ${MOST_ANSWER_BYTES} characters`);
    const type = String(answer.headers['content-type'] ?? 'application/json');
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: { 'content-type': type } });
  };

/** The message names the cause for the admin who configures the provider. It has no value of a token. */
function refused(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { message, cause } = error as Error & { cause?: { message?: string } };
  const detail = [message, cause?.message].filter((part) => typeof part === 'string' && part !== '').join(': ');
  return new Failure('oidc_refused', {
    message: `Sign-in with the identity provider failed: ${detail.slice(0, 300).toWellFormed()}; try again, or check the issuer and the client`,
  });
}
