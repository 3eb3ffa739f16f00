import { randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import { attacker, compact, ecdsa, ed25519, hmac, type Json, part, publicForms, rsa, unsigned } from './forge.ts';

export type Variant = { name: string; headers: Record<string, string> };

/** A decoded valid token, the public key, and a function that signs with the server's key. */
export type Material = {
  good: string;
  header: Json;
  payload: Json;
  publicJwk: JWK;
  otherTenant: { id: string; tokenId: string };
  signed(header: Json, payload: Json): Promise<string>;
};

type Named = [name: string, token: string];
export const bearer = ([name, token]: Named): Variant => ({ name, headers: { authorization: `Bearer ${token}` } });

export async function forgeries(material: Material): Promise<Variant[]> {
  const all = [
    ...withoutSignature(material),
    ...confusedAlgorithms(material),
    ...attackersKeys(material),
    ...tampered(material),
    ...(await wrongClaims(material)),
    ...(await wrongHeaders(material)),
  ];
  return all.map(bearer);
}

function withoutSignature({ header, payload, good }: Material): Named[] {
  const [h, p, s] = good.split('.');
  const spellings = ['none', 'None', 'NONE', 'nOnE', 'none ', ''];
  return [
    ...spellings.map((alg): Named => [`alg "${alg}"`, compact({ ...header, alg }, payload, unsigned)]),
    ['alg none with the old signature', `${part({ ...header, alg: 'none' })}.${p}.${s}`],
    ['alg none in two parts', `${part({ ...header, alg: 'none' })}.${p}`],
    ['alg missing', compact({ ...header, alg: undefined }, payload, unsigned)],
    ['alg null', compact({ ...header, alg: null }, payload, unsigned)],
    ['signature stripped', `${h}.${p}.`],
    ['signature and dot stripped', `${h}.${p}`],
    ['header only', String(h)],
  ];
}

function confusedAlgorithms({ header, payload, publicJwk }: Material): Named[] {
  const secrets = Object.entries(publicForms(publicJwk));
  const as = (alg: string) => ({ ...header, alg });
  return [
    ...secrets.map(([form, secret]): Named => [`HS256 with our ${form}`, compact(as('HS256'), payload, hmac('sha256', secret))]),
    ['HS256 with nothing', compact(as('HS256'), payload, hmac('sha256', ''))],
    ['HS256 with the kid', compact(as('HS256'), payload, hmac('sha256', String(header.kid)))],
    ['HS384 with our raw bytes', compact(as('HS384'), payload, hmac('sha384', Buffer.from(publicJwk.x ?? '', 'base64url')))],
    ['HS512 with our raw bytes', compact(as('HS512'), payload, hmac('sha512', Buffer.from(publicJwk.x ?? '', 'base64url')))],
    ['RS256 under our kid', compact(as('RS256'), payload, rsa(attacker.rsa.privateKey))],
    ['PS256 under our kid', compact(as('PS256'), payload, rsa(attacker.rsa.privateKey))],
    ['ES256 under our kid', compact(as('ES256'), payload, ecdsa(attacker.ec.privateKey))],
    ['ES256 with a signature of zeros', compact(as('ES256'), payload, () => Buffer.alloc(64))],
    ['EdDSA with a signature of zeros', compact(header, payload, () => Buffer.alloc(64))],
    ['EdDSA with an empty signature', compact(header, payload, () => Buffer.alloc(0))],
    ['lower-case alg', compact(as('eddsa'), payload, ed25519(attacker.ed.privateKey))],
  ];
}

/** Key ids and headers that point to the attacker's key, the file system or the database. */
function attackersKeys({ header, payload, otherTenant }: Material): Named[] {
  const jwk = attacker.ed.publicKey.export({ format: 'jwk' });
  const mine = (extra: Json, claims: Json = {}) =>
    compact({ ...header, ...extra }, { ...payload, ...claims }, ed25519(attacker.ed.privateKey));
  const kids: unknown[] = [
    randomUUID(),
    '../../../../dev/null',
    '/etc/passwd',
    'file:///dev/null',
    "' or '1'='1",
    "x' union select kid from signing_keys --",
    '',
    '\0',
    'x'.repeat(2000),
    7,
    null,
    ['a'],
    { a: 1 },
    '__proto__',
    'constructor',
  ];
  return [
    ['our kid, another key', mine({})],
    ["our kid, another key, another's tenant", mine({}, { tid: otherTenant.id })],
    ['no kid', mine({ kid: undefined })],
    ...kids.map((kid): Named => [`kid ${JSON.stringify(kid)?.slice(0, 40)}`, mine({ kid })]),
    ['jku', mine({ jku: 'http://127.0.0.1:9/jwks.json' })],
    ['jku without a kid', mine({ kid: undefined, jku: 'http://127.0.0.1:9/jwks.json' })],
    ['jwk', mine({ jwk })],
    ['jwk without a kid', mine({ kid: undefined, jwk })],
    ['x5u', mine({ x5u: 'http://127.0.0.1:9/chain.pem' })],
    ['x5c', mine({ x5c: [attacker.rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')] })],
    ['x5t', mine({ x5t: part('thumb') })],
    [
      'RS256 with jwk',
      compact(
        { ...header, alg: 'RS256', jwk: attacker.rsa.publicKey.export({ format: 'jwk' }) },
        payload,
        rsa(attacker.rsa.privateKey),
      ),
    ],
  ];
}

function tampered({ good, header, payload, otherTenant }: Material): Named[] {
  const [h, p, s] = good.split('.') as [string, string, string];
  const flipped = Buffer.from(s, 'base64url');
  flipped.writeUInt8(flipped.readUInt8(10) ^ 1, 10);
  return [
    ["another's tenant, old signature", `${h}.${part({ ...payload, tid: otherTenant.id })}.${s}`],
    ["another's token, old signature", `${h}.${part({ ...payload, jti: otherTenant.tokenId })}.${s}`],
    ['wider scope, old signature', `${h}.${part({ ...payload, scope: `${payload.scope} everything` })}.${s}`],
    ['no end, old signature', `${h}.${part({ ...payload, exp: undefined, iat: 0 })}.${s}`],
    ['a header more, old signature', `${part({ ...header, cty: 'x' })}.${p}.${s}`],
    ['one bit of the signature', `${h}.${p}.${flipped.toString('base64url')}`],
    ['cut in half', good.slice(0, good.length / 2)],
    ['one character short', good.slice(0, -2)],
    ['parts in another order', `${p}.${h}.${s}`],
    ['a part more', `${good}.${s}`],
    ['five parts, as if encrypted', `${h}..${s}.${p}.${s}`],
    ['JSON instead of parts', JSON.stringify({ payload: p, protected: h, signature: s })],
    ['a payload that is no JSON', `${h}.${part('not json')}.${s}`],
    ['a payload that is an array', `${h}.${part([payload])}.${s}`],
  ];
}

/** Signed with the server's key: a token of another service, an expired one, or one without required claims. */
async function wrongClaims({ header, payload, otherTenant, signed }: Material): Promise<Named[]> {
  const now = Math.floor(Date.now() / 1000);
  const claims: [string, Json][] = [
    ['another issuer', { iss: 'someone' }],
    ['an issuer like ours', { iss: 'patchbay.example.com' }],
    ['no issuer', { iss: undefined }],
    ['a list of issuers', { iss: ['patchbay'] }],
    ['another audience', { aud: 'patchbay-console' }],
    ['no audience', { aud: undefined }],
    ['a list of other audiences', { aud: ['a', 'b'] }],
    ['no tid', { tid: undefined }],
    ['no jti', { jti: undefined }],
    ['no scope', { scope: undefined }],
    ['tid no id', { tid: '*' }],
    ['jti no id', { jti: "' or 1=1" }],
    ['tid a list', { tid: [payload.tid] }],
    ['scope a list', { scope: ['admin'] }],
    ['expired', { exp: now - 1 }],
    ['expired long ago', { exp: 1 }],
    ['exp a text', { exp: 'never' }],
    ['not yet valid', { nbf: now + 3600 }],
    ['nbf a text', { nbf: 'now' }],
    ['a jti never issued', { jti: randomUUID() }],
    ["another's tenant, own jti", { tid: otherTenant.id }],
    ["own tenant, another's jti", { jti: otherTenant.tokenId }],
  ];
  return Promise.all(claims.map(async ([name, wrong]): Promise<Named> => [name, await signed(header, { ...payload, ...wrong })]));
}

async function wrongHeaders({ header, payload, signed }: Material): Promise<Named[]> {
  const headers: [string, Json][] = [
    ['typ JWT', { typ: 'JWT' }],
    ['no typ', { typ: undefined }],
    ['typ of an ID token', { typ: 'id+jwt' }],
    ['crit', { crit: ['exp'], exp: 1 }],
    ['crit b64', { crit: ['b64'], b64: true }],
    ['crit empty', { crit: [] }],
    ['jku beside our own signature', { jku: 'http://127.0.0.1:9/' }],
    ['zip', { zip: 'DEF' }],
    ['our kid in upper case', { kid: String(header.kid).toUpperCase() }],
  ];
  return Promise.all(
    headers.map(async ([name, wrong]): Promise<Named> => [name, await signed({ ...header, ...wrong }, payload)]),
  );
}
