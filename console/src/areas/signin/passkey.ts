import type { types } from '@patchbay/sdk';

/** Whether this browser has passkeys and can read the options of the API. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/** Asks the browser for a passkey. Returns what the API wants, or null when the person cancelled. */
export async function askForPasskey({
  options,
  challenge,
}: types.PasskeyOptions): Promise<types.CreateSessionByPasskeyBody | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  try {
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null;
    return credential && { challenge, response: credential.toJSON() as types.CreateSessionByPasskeyBody['response'] };
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}
