import type { types } from '@patchbay/sdk';

/** Whether this browser can create passkeys from the options of the API. */
export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function';

type Answer = Pick<types.CreatePasskeyBody, 'challenge' | 'response'>;

/** Lets the browser create a passkey. Returns null when the person cancelled. */
export async function createPasskey({ options, challenge }: types.PasskeyOptions): Promise<Answer | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  try {
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null;
    return credential && { challenge, response: credential.toJSON() as unknown as Answer['response'] };
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
];
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** Returns a name for a browser such as "Firefox, Windows", for lists of sessions and passkeys. */
export function deviceName(userAgent: string): string {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(', ') || userAgent.slice(0, 60) || '?';
}
