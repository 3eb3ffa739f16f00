import { ECDH } from 'node:crypto';
import type { PostRequest } from './safe-fetch.ts';

/** The key pair by which push services recognise this installation, in base64url (RFC 8292). */
export type VapidKeys = { publicKey: string; privateKey: string };

/** The keys of a browser, in base64url: its public key and a secret that only it and we know (RFC 8291). */
export type BrowserKeys = { p256dh: string; auth: string };

/** Loads the library with the first push. */
const library = async () => (await import('web-push')).default;

export const createVapidKeys = async (): Promise<VapidKeys> => (await library()).generateVAPIDKeys();

/** Returns whether a key of a browser is a point on the curve P-256. Others cannot be encrypted for. */
export function isBrowserKey(p256dh: string): boolean {
  try {
    return ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1').length > 0;
  } catch {
    return false;
  }
}

export type Push = {
  endpoint: string;
  keys: BrowserKeys;
  /** The encrypted text. Push services accept about 4,000 bytes. */
  payload: string;
  vapid: VapidKeys;
  /** Whom the operator of a push service can ask: a mailto: or https: URL. */
  contact: string;
  ttlSeconds: number;
  urgency: 'normal' | 'high';
};

/** Encrypts a push and signs it. Returns the request to send, which the caller sends through the guard for URLs of users. */
export async function toPushRequest({
  endpoint,
  keys,
  payload,
  vapid,
  contact,
  ttlSeconds,
  urgency,
}: Push): Promise<Omit<PostRequest, 'owner'>> {
  const { headers, body } = (await library()).generateRequestDetails({ endpoint, keys }, payload, {
    vapidDetails: { subject: contact, ...vapid },
    TTL: ttlSeconds,
    urgency,
    contentEncoding: 'aes128gcm',
  });
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { url: endpoint, headers: Object.fromEntries(texts), body };
}
