import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import type { Database } from '../../storage/database.ts';
import { insertSigningKey, retireSigningKey, type SigningKeyRow, selectSigningKeys } from './tokens.store.ts';

export type SigningKey = { kid: string; publicKey: CryptoKey; privateKey: CryptoKey; publicJwk: JWK };

export type KeyDeps = { database: Database; clock: Clock; secrets: SecretBox };

const ALGORITHM = 'EdDSA';
/** A flood of tokens with made-up key ids must not become a flood of queries. */
const LOOK_AGAIN_AFTER_MS = 2_000;

/** Makes a key that signs from now on. Older ones go on verifying until they are retired. */
export async function rotateSigningKey(deps: KeyDeps): Promise<string> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = newId(deps.clock);
  const sealed = deps.secrets.seal(JSON.stringify(await exportJWK(pair.privateKey)), `signing_keys:${kid}`);
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig' };
  await insertSigningKey(deps.database, { kid, public_jwk: publicJwk, sealed_private_jwk: sealed }, deps.clock.now());
  return kid;
}

function openKey(secrets: SecretBox, { kid, sealed_private_jwk }: SigningKeyRow): string {
  try {
    return secrets.open(sealed_private_jwk, `signing_keys:${kid}`);
  } catch {
    throw new Error('MASTER_KEY is not the one the signing keys of this database were sealed with');
  }
}

/** Every token that the key signed stops working. */
export const retireKey = (deps: KeyDeps, kid: string): Promise<boolean> => retireSigningKey(deps.database, kid, deps.clock.now());

export type KeyRing = {
  /** The key with this id, as far as we have heard; looks again when it is unknown, but not too often. */
  find(kid: string): Promise<SigningKey | undefined>;
  newest(): Promise<SigningKey>;
  jwks(): Promise<{ keys: JWK[] }>;
};

export function createKeyRing(deps: KeyDeps): KeyRing {
  let keys: SigningKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<SigningKey[]> | undefined;

  const isStale = () => deps.clock.now().getTime() - readAt >= LOOK_AGAIN_AFTER_MS;

  /** One look at a time, however many ask. */
  function read(): Promise<SigningKey[]> {
    reading ??= readKeys(deps)
      .then((found) => {
        keys = found;
        readAt = deps.clock.now().getTime();
        return found;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  const fresh = async (): Promise<SigningKey[]> => (isStale() ? read() : keys);

  return {
    find: async (kid) => keys.find((key) => key.kid === kid && !isStale()) ?? (await fresh()).find((key) => key.kid === kid),
    /** Never waits while it has a key: whoever signs holds a connection already, and must not queue for another. */
    async newest() {
      if (keys.length > 0 && isStale()) void read().catch(() => undefined);
      const [first] = keys.length > 0 ? keys : await read();
      if (!first) throw new Error('There is no signing key; run: npm run admin -- migrate');
      return first;
    },
    jwks: async () => ({ keys: (await fresh()).map((key) => key.publicJwk) }),
  };
}

async function readKeys(deps: KeyDeps): Promise<SigningKey[]> {
  return Promise.all(
    (await selectSigningKeys(deps.database)).map(async (row) => {
      const privateKey = (await importJWK(JSON.parse(openKey(deps.secrets, row)), ALGORITHM)) as CryptoKey;
      const publicKey = (await importJWK(row.public_jwk, ALGORITHM)) as CryptoKey;
      return { kid: row.kid, publicKey, privateKey, publicJwk: row.public_jwk };
    }),
  );
}
