import { checkAssertion, checkRegistration } from '../../server/src/domain/factors/ceremonies.ts';
import { acceptedStep, newTotpSecret } from '../../server/src/domain/factors/totp.ts';
import { authorizationUrl, claimsOf, type OidcDeps } from '../../server/src/domain/oidc/client.ts';
import { bytesOf, counted, type Generator, json, nested, run, within } from './generators.ts';
import { forAll, type HostileParser, parser } from './parser.ts';

const ISSUER = 'https://id.example';
const credentials = { issuer: ISSUER, clientId: 'client', clientSecret: 'secret' };
const attempt = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };
const site = { id: 'example.com', name: 'x', origins: ['https://example.com'] };

const metadata = JSON.stringify({
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/a`,
  token_endpoint: `${ISSUER}/t`,
  jwks_uri: `${ISSUER}/j`,
});

/** A provider whose answers are given by path. */
const answering = (answers: Record<string, string>): OidcDeps => ({
  allowHttp: false,
  http: {
    request: async ({ url }) => ({
      kind: 'answered',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: answers[new URL(url).pathname] ?? metadata,
    }),
  },
});

const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const tokenAnswer = (header: string, claims: string): string =>
  JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: `${encoded(header)}.${encoded(claims)}.AA` });
const callback = new URL('https://example.com/callback?code=x&state=state');
const refused = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);

const credential = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} } as const;
const clientData = encoded(JSON.stringify({ type: 'webauthn.create', challenge: 'AA', origin: site.origins[0] }));
const register = (attestation: Buffer) =>
  refused(
    checkRegistration(site, 'AA', {
      ...credential,
      response: { clientDataJSON: clientData, attestationObject: attestation.toString('base64url') },
    }),
  );

/** CBOR that is deep, long, or says that it is longer than it is. */
const cbor: Record<string, Generator> = {
  'arrays in arrays': run('\x81'),
  'maps in maps': run('\xa1\x00'),
  'an array of many numbers': within('\x9a\x00\x10\x00\x00', run('\x00')),
  'a map of many keys': within(
    '\xba\x00\x10\x00\x00',
    counted((i) => `\x62${String.fromCharCode(97 + (i % 26))}a\x00`),
  ),
  'lengths without bytes': run('\x5b\xff\xff\xff\xff'),
  tags: run('\xc1'),
};
const latin =
  (generator: Generator): Generator<Buffer> =>
  (bytes) =>
    Buffer.from(generator(bytes), 'latin1').subarray(0, bytes);

const OIDC_BYTES = 131_072;
const secret = newTotpSecret();

export const parsersOfSignIn: HostileParser[] = [
  parser({
    name: 'oidc-discovery',
    files: ['domain/oidc/client.ts'],
    limitBytes: OIDC_BYTES,
    runs: 'event loop',
    generators: {
      ...json,
      'a long endpoint': within('{"issuer":"https://id.example","authorization_endpoint":"https://id.example/', run('../'), '"}'),
    },
    parse: (body: string) =>
      refused(
        authorizationUrl(answering({ '/.well-known/openid-configuration': body }), credentials, 'https://example.com/', attempt),
      ),
  }),
  parser({
    name: 'oidc-id-token',
    files: [],
    limitBytes: OIDC_BYTES,
    runs: 'event loop',
    generators: {
      ...json,
      'keys in the header': (bytes) =>
        tokenAnswer(
          within(
            '{',
            counted((i) => `"${i}":1`, ','),
            ',"alg":"RS256"}',
          )(bytes / 2),
          '{}',
        ),
      'nesting in the claims': (bytes) => tokenAnswer('{"alg":"RS256"}', nested('[', ']')(bytes / 2)),
      'many audiences': (bytes) =>
        tokenAnswer('{"alg":"RS256"}', within('{"iss":"https://id.example","aud":[', run('"a",'), '"client"]}')(bytes / 2)),
      dots: within('{"access_token":"x","token_type":"Bearer","id_token":"', run('.'), '"}'),
    },
    parse: (body: string) => refused(claimsOf(answering({ '/t': body }), credentials, callback, attempt)),
  }),
  parser({
    name: 'oidc-keys',
    files: [],
    limitBytes: OIDC_BYTES,
    runs: 'event loop',
    generators: {
      ...json,
      'many keys': within('{"keys":[', run('{"kty":"RSA","e":"AQAB","n":"AA","use":"sig"},'), '{}]}'),
    },
    parse: (body: string) => {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: ISSUER, aud: 'client', sub: 's', nonce: 'nonce', iat: now, exp: now + 60 };
      const token = tokenAnswer('{"alg":"RS256"}', JSON.stringify(claims));
      return refused(claimsOf(answering({ '/t': token, '/j': body }), credentials, callback, attempt));
    },
  }),
  parser({
    name: 'passkey-registration',
    files: ['domain/factors/ceremonies.ts'],
    limitBytes: 12_288,
    runs: 'event loop',
    generators: forAll(cbor, latin),
    parse: register,
  }),
  parser({
    name: 'passkey-client-data',
    files: [],
    limitBytes: 4_096,
    runs: 'event loop',
    generators: forAll(json, bytesOf),
    parse: (data: Buffer) =>
      refused(
        checkAssertion(
          site,
          'AA',
          {
            ...credential,
            response: { clientDataJSON: data.toString('base64url'), authenticatorData: 'AA', signature: 'AA' },
          },
          { id: 'AA', publicKey: Buffer.alloc(0), counter: 0, transports: [] },
        ),
      ),
  }),
  parser({
    name: 'totp-code',
    files: ['domain/factors/totp.ts'],
    limitBytes: 4_096,
    runs: 'event loop',
    generators: { digits: run('1'), spaces: run(' ') },
    parse: (code: string) => acceptedStep(secret, code, new Date(), null),
  }),
];
