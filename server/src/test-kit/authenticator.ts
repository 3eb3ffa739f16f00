import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a test changes to make an answer wrong. */
export type Twist = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  /** A passkey that was used without PIN, finger or face. */
  isUnverified?: boolean;
  userHandle?: string;
  type?: string;
  signature?: Buffer;
};

const [PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, HAS_KEY] = [0x01, 0x04, 0x08, 0x10, 0x40];

/** A passkey in software: it answers the two WebAuthn ceremonies as a browser with a key does. */
export function createAuthenticator(site: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, twist: Twist): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? site.origin,
        crossOrigin: false,
      }),
    );
  const authData = (twist: Twist, key?: Buffer): Buffer => {
    const flags = PRESENT | (twist.isUnverified ? 0 : VERIFIED) | ELIGIBLE | BACKED_UP | (key ? HAS_KEY : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.counter ?? ++counter);
    const hash = createHash('sha256')
      .update(twist.rpId ?? site.rpId)
      .digest();
    return Buffer.concat([hash, Buffer.from([flags]), count, key ?? Buffer.alloc(0)]);
  };
  const common = { id: credentialId.toString('base64url'), rawId: credentialId.toString('base64url'), type: 'public-key' };
  return {
    id: common.id,
    register(options: { challenge: string; user: { id: string } }, twist: Twist = {}) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey.export({ format: 'jwk' }))]);
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData(twist, key)],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, twist).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    signIn(options: { challenge: string }, twist: Twist = {}) {
      const data = clientData('webauthn.get', options.challenge, twist);
      const auth = authData(twist);
      const signed = Buffer.concat([auth, createHash('sha256').update(data).digest()]);
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: auth.toString('base64url'),
          signature: (twist.signature ?? sign('sha256', signed, privateKey)).toString('base64url'),
          userHandle: twist.userHandle ?? userHandle,
        },
        clientExtensionResults: {},
      };
    },
  };
}

/** The public key as a COSE map: EC2, ES256, P-256, x, y. */
const coseKey = ({ x = '', y = '' }: { x?: string | undefined; y?: string | undefined }): Buffer =>
  cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);

type Cbor = number | string | Buffer | Map<string, string>;

const cborMap = (entries: [number | string, Cbor][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])]);

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return cborHead(5, 0);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
