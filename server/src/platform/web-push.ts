import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import type { PostRequest } from './safe-fetch.ts';

/** The key pair by which push services recognise this installation, in base64url (RFC 8292). */
export type VapidKeys = { publicKey: string; privateKey: string };

/** The keys of a browser, in base64url: its public key and a secret that only it and we know (RFC 8291). */
export type BrowserKeys = { p256dh: string; auth: string };

export const createVapidKeys = (): VapidKeys => webPush.generateVAPIDKeys();

const BASE64URL = /^[\w-]+$/;
const AUTH_BYTES = 16;

/** Returns whether a text is a public key on the curve P-256. */
export function isBrowserKey(text: string): boolean {
  try {
    const key = Buffer.from(text, 'base64url');
    return BASE64URL.test(text) && key.length === 65 && ECDH.convertKey(key, 'prime256v1').length > 0;
  } catch {
    return false;
  }
}

export const isAuthSecret = (text: string): boolean =>
  BASE64URL.test(text) && Buffer.from(text, 'base64url').length === AUTH_BYTES;

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
export function toPushRequest({ endpoint, keys, payload, vapid, contact, ttlSeconds, urgency }: Push): PostRequest {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, {
    vapidDetails: { subject: contact, ...vapid },
    TTL: ttlSeconds,
    urgency,
    contentEncoding: 'aes128gcm',
  });
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { url: endpoint, headers: Object.fromEntries(texts), body };
}
