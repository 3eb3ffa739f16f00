import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './ports.ts';

export type Person = { sub: string; email: string; email_verified: boolean; name?: string };

export const CLIENT = { clientId: 'patchbay', clientSecret: 'a-client-secret-of-the-tests' };

/** A real OpenID Connect provider. It signs `person` in without asking, and consents to everything. */
export async function startOidcProvider(redirectUris: string[]) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const state: { person: Person } = { person: { sub: 'nobody', email: 'nobody@example.com', email_verified: true } };
  const provider = createProvider(issuer, redirectUris, () => state.person);
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/')) void finishInteraction(provider, request, response, state.person);
    else void answer(request, response);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    issuer,
    signInAs: (person: Person) => {
      state.person = person;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function createProvider(issuer: string, redirectUris: string[], person: () => Person): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['for tests'] },
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false, // the claims of the scopes are in the ID token, as with Google, Microsoft and Keycloak
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...person(), sub }) }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
}

/** Logs the person in, or gives the consent, as a person at the provider's pages would. */
async function finishInteraction(provider: Provider, request: IncomingMessage, response: ServerResponse, { sub }: Person) {
  const { prompt, params } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: sub } });
  const grant = new provider.Grant({ accountId: sub, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}
