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

  async function read(): Promise<SigningKey[]> {
    const now = deps.clock.now().getTime();
    if (now - readAt < LOOK_AGAIN_AFTER_MS) return keys;
    const found = await selectSigningKeys(deps.database);
    keys = await Promise.all(
      found.map(async (row) => {
        const privateJwk = JSON.parse(openKey(deps.secrets, row));
        const privateKey = (await importJWK(privateJwk, ALGORITHM)) as CryptoKey;
        const publicKey = (await importJWK(row.public_jwk, ALGORITHM)) as CryptoKey;
        return { kid: row.kid, publicKey, privateKey, publicJwk: row.public_jwk };
      }),
    );
    readAt = now;
    return keys;
  }

  return {
    find: async (kid) => (await read()).find((key) => key.kid === kid),
    async newest() {
      const [first] = await read();
      if (!first) throw new Error('There is no signing key; run: npm run admin -- migrate');
      return first;
    },
    jwks: async () => ({ keys: (await read()).map((key) => key.publicJwk) }),
  };
}
