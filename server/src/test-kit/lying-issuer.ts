import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { freePort } from './ports.ts';

/** What the issuer lies about. Without lies, it is a correct provider. */
export type Lies = {
  /** Changes the claims of the ID token. */
  claims?: (honest: JWTPayload) => JWTPayload;
  /** Changes the query of the redirect back. */
  redirect?: (query: URLSearchParams) => void;
  /** Changes the discovery document. */
  metadata?: (honest: Record<string, unknown>) => Record<string, unknown>;
  /** Signs with a key that is not in the key set. */
  hasOtherKey?: boolean;
  /** Sends an ID token without a signature. */
  isUnsigned?: boolean;
  /** Answers every request with so many bytes. */
  answerBytes?: number;
};

type Asked = { nonce: string; clientId: string; challenge: string };

/** An OpenID Connect provider whose ID tokens can be wrong in any way that a test wants. */
export async function startLyingIssuer() {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const [own, other] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')];
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] };
  const state = {
    lies: {} as Lies,
    claims: {} as JWTPayload,
    codes: new Map<string, Asked>(),
    exchanges: [] as URLSearchParams[],
  };

  const idToken = async ({ nonce, clientId }: Asked): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const honest = { iss: issuer, aud: clientId, nonce, iat: now, exp: now + 300, ...state.claims };
    const claims = state.lies.claims?.(honest) ?? honest;
    if (state.lies.isUnsigned) return `${encode({ alg: 'none' })}.${encode(claims)}.`;
    const { privateKey } = state.lies.hasOtherKey ? other : own;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(privateKey);
  };
  const pages: Record<string, (url: URL, request: IncomingMessage, response: ServerResponse) => unknown> = {
    '/.well-known/openid-configuration': () => {
      const honest = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      };
      return state.lies.metadata?.(honest) ?? honest;
    },
    '/jwks': () => jwks,
    '/authorize': ({ searchParams }, _request, response) => {
      const code = String(state.codes.size + 1);
      const asked = (name: string) => searchParams.get(name) ?? '';
      state.codes.set(code, { nonce: asked('nonce'), clientId: asked('client_id'), challenge: asked('code_challenge') });
      const query = new URLSearchParams({ code, state: asked('state') });
      state.lies.redirect?.(query);
      response.writeHead(302, { location: `${asked('redirect_uri')}?${query}` }).end();
    },
    '/token': async (_url, request) => {
      const form = new URLSearchParams(await textOf(request));
      state.exchanges.push(form);
      const asked = state.codes.get(form.get('code') ?? '') ?? {
        nonce: '',
        clientId: form.get('client_id') ?? '',
        challenge: '',
      };
      return { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: await idToken(asked) };
    },
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    void (async () => {
      if (state.lies.answerBytes) return void response.end(`{"issuer":"${'x'.repeat(state.lies.answerBytes)}"}`);
      const answer = await pages[url.pathname]?.(url, request, response);
      if (!response.headersSent) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer ?? {}));
    })();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    issuer,
    exchanges: state.exchanges,
    /** Sets the person and the lies of the sign-ins that follow. */
    say(claims: JWTPayload, lies: Lies = {}): void {
      state.claims = claims;
      state.lies = lies;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
