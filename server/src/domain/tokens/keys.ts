import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import type { Database } from '../../storage/database.ts';
import { insertSigningKey, retireSigningKey, type SigningKeyRow, selectSigningKeys } from './tokens.store.ts';

export type SigningKey = { kid: string; publicKey: CryptoKey; privateKey: CryptoKey; publicJwk: JWK };

export type KeyDeps = { database: Database; clock: Clock; secrets: SecretBox };

const ALGORITHM = 'EdDSA';
/** Limits the queries that tokens with unknown key ids cause. */
const READ_AGAIN_AFTER_MS = 2_000;

/** Creates the key that signs from now on. Older keys verify until they are retired. */
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
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`MASTER_KEY is not the one the signing keys of this database were sealed with. ${message}`);
  }
}

/** Retires a key. All tokens that it signed stop working. */
export const retireKey = (deps: KeyDeps, kid: string): Promise<boolean> => retireSigningKey(deps.database, kid, deps.clock.now());

export type KeyRing = {
  /** Returns the key with this id. Reads the keys again if it is unknown, but not too often. */
  find(kid: string): Promise<SigningKey | undefined>;
  newest(): Promise<SigningKey>;
  jwks(): Promise<{ keys: JWK[] }>;
};

export function createKeyRing(deps: KeyDeps): KeyRing {
  let keys: SigningKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<SigningKey[]> | undefined;

  const isStale = () => deps.clock.now().getTime() - readAt >= READ_AGAIN_AFTER_MS;

  /** Runs one query at a time; concurrent callers share it. */
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

  const currentKeys = async (): Promise<SigningKey[]> => (isStale() ? read() : keys);

  return {
    find: async (kid) =>
      keys.find((key) => key.kid === kid && !isStale()) ?? (await currentKeys()).find((key) => key.kid === kid),
    /** Returns the newest known key without waiting: the caller holds a database connection and must not wait for another one. */
    async newest() {
      if (keys.length > 0 && isStale()) void read().catch(() => undefined);
      const [first] = keys.length > 0 ? keys : await read();
      if (!first) throw new Error('There is no signing key; run: npm run admin -- migrate');
      return first;
    },
    jwks: async () => ({ keys: (await currentKeys()).map((key) => key.publicJwk) }),
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
