import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { atEnd } from '../chaos/endings.ts';

const CLIENT = { id: 'patchbay', secret: 'patchbay-secret' };
/** How the mail server asks whether a token is valid. */
const MAIL_SERVER = { id: 'mail-server', secret: 'mail-server-secret' };
const SCOPE = 'openid offline_access';

/** What a scenario sets, and the server then does. */
type Knobs = { accessTokenSeconds: number; rotates: boolean; isDown: boolean };

/**
 * A real OAuth 2.0 server. A refresh token that is used a second time after it was rotated revokes everything that came of it, as
 * RFC 9700 recommends.
 */
export async function startOAuthServer() {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const knobs: Knobs = { accessTokenSeconds: 3_600, rotates: false, isDown: false };
  const provider = createProvider(issuer, knobs);
  const figures = { exchanges: 0, refusals: [] as string[], unanswered: 0 };
  provider.on('grant.success', () => void figures.exchanges++);
  provider.on('grant.error', (_ctx, { error }) => void figures.refusals.push(error));
  const accessTokens = new Set<string>();
  provider.on('access_token.saved', ({ jti }) => void accessTokens.add(jti));
  const refreshTokens = new Set<string>();
  provider.on('refresh_token.saved', ({ jti }) => void refreshTokens.add(jti));
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!knobs.isDown) return void answer(request, response);
    if (request.url === '/token') figures.unanswered++;
    response.writeHead(503).end();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return {
    client: CLIENT,
    knobs,
    figures,
    tokenUrl: `${issuer}/token`,
    introspectionUrl: `http://${MAIL_SERVER.id}:${MAIL_SERVER.secret}@127.0.0.1:${port}/token/introspection`,
    /** The owner of a mailbox allows access to it. Returns the refresh token. */
    allow: (mailbox: string) => allow(provider, mailbox),
    /** Owners withdraw it: every refresh token and access token that came of it is void. */
    async withdrawAll(): Promise<void> {
      await Promise.all([...refreshTokens].map((token) => revoke(issuer, token)));
      refreshTokens.clear();
      figures.refusals.length = 0;
    },
    /** Access tokens end before their time; refresh tokens stay valid. */
    async endAccessTokens(): Promise<void> {
      for (const token of accessTokens) await (await provider.AccessToken.find(token))?.destroy();
      accessTokens.clear();
    },
  };
}

function createProvider(issuer: string, knobs: Knobs): Provider {
  const client = { grant_types: ['authorization_code', 'refresh_token'], redirect_uris: ['https://patchbay.example/allowed'] };
  return new Provider(issuer, {
    clients: [
      { ...client, client_id: CLIENT.id, client_secret: CLIENT.secret, token_endpoint_auth_method: 'client_secret_post' },
      { ...client, client_id: MAIL_SERVER.id, client_secret: MAIL_SERVER.secret },
    ],
    cookies: { keys: ['for tests'] },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    rotateRefreshToken: () => knobs.rotates,
    ttl: { AccessToken: () => knobs.accessTokenSeconds, RefreshToken: 86_400, Grant: 86_400, IdToken: 3_600 },
  });
}

async function allow(provider: Provider, accountId: string): Promise<string> {
  const grant = new provider.Grant({ accountId, clientId: CLIENT.id });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  const client = await provider.Client.find(CLIENT.id);
  if (!client) throw new Error('the client is not registered');
  const authTime = Math.floor(Date.now() / 1000);
  return new provider.RefreshToken({ accountId, client, grantId, scope: SCOPE, gty: 'authorization_code', authTime }).save();
}

async function revoke(issuer: string, token: string): Promise<void> {
  const body = new URLSearchParams({ token, client_id: CLIENT.id, client_secret: CLIENT.secret });
  const { status } = await fetch(`${issuer}/token/revocation`, { method: 'POST', body });
  if (status !== 200) throw new Error(`The OAuth server answered ${status} to a revocation`);
}
