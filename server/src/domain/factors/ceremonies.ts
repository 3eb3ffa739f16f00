import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Failure } from '../../platform/errors.ts';

/** The site that passkeys belong to. Browsers refuse to use a passkey for any other. */
export type RelyingParty = { id: string; name: string; origins: string[] };

/** A passkey as it is stored. `id` is the credential id in base64url. */
export type StoredPasskey = { id: string; publicKey: Buffer; counter: number; transports: string[] };

/** ES256, EdDSA and RS256: what platform authenticators and security keys make. */
const ALGORITHMS = [-7, -8, -257];
export const CHALLENGE_SECONDS = 300;

/** Loads the library, which has 300 modules, with the first passkey. */
const library = () => import('@simplewebauthn/server');

type Person = { accountId: string; email: string };

/** Returns what a browser needs to create a passkey. User verification makes it count as both factors. */
export async function registrationOptions(
  site: RelyingParty,
  { accountId, email }: Person,
  existing: Pick<StoredPasskey, 'id'>[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(accountId)),
    userName: email,
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: existing.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Returns what a browser needs to sign in: any passkey of this site. */
export async function assertionOptions(site: RelyingParty) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({ rpID: site.id, timeout: CHALLENGE_SECONDS * 1000, userVerification: 'required' });
}

/** Verifies a new passkey. Throws `passkey_refused` for a wrong challenge, origin, site or signature. */
export async function checkRegistration(site: RelyingParty, challenge: string, response: RegistrationResponseJSON) {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await refusing(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified) throw new Failure('passkey_refused');
  const { credential } = registrationInfo;
  const { id, publicKey, counter, transports = [] } = credential;
  return { id, publicKey: Buffer.from(publicKey), counter, transports: transports.slice(0, 10) as string[] };
}

/** Verifies a sign-in with a stored passkey. Returns the new counter. */
export async function checkAssertion(
  site: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  passkey: StoredPasskey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await refusing(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origins,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
    }),
  );
  if (!verified) throw new Failure('passkey_refused');
  return authenticationInfo.newCounter;
}

/** The library throws for everything that does not match. The caller learns only that the passkey was refused. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new Failure('passkey_refused');
  }
}
