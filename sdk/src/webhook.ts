import type { Event } from './generated/types.ts';

type GivenHeaders = Headers | Record<string, string | string[] | undefined>;

export type VerifyOptions = {
  /** How old or how far ahead a webhook's time may be; 300 by default. */
  toleranceSeconds?: number;
  now?: Date;
};

export type WebhookFault = 'missing_header' | 'bad_timestamp' | 'too_old' | 'too_new' | 'wrong_signature' | 'not_json';

/** The request is not a webhook of ours, or not any more. Answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
  }
}

const TOLERANCE_SECONDS = 300;

/**
 * Checks the signature of a webhook (Standard Webhooks) and gives its payload. `body` is the body as it came: parsed and
 * written again it has other bytes. Several secrets are all tried, for the time in which one takes over from another.
 */
export async function verifyWebhook<T = Event>(
  body: string | Uint8Array | ArrayBuffer,
  headers: GivenHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<T> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => read(headers, name));
  requireFresh(timestamp ?? '', now, toleranceSeconds);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures ?? '', keysOf(secret))))
    throw new WebhookVerificationError('wrong_signature', 'No signature fits: check the secret, and that the body is as it came');
  return parse<T>(bytes);
}

function read(headers: GivenHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : (headers[name] ?? anyCase(headers, name));
  const first = Array.isArray(value) ? value[0] : value;
  if (!first) throw new WebhookVerificationError('missing_header', `The header ${name} is missing`);
  return first;
}

const anyCase = (headers: Record<string, string | string[] | undefined>, name: string) =>
  Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];

/** An old webhook may be a replay. */
function requireFresh(timestamp: string, now: Date, toleranceSeconds: number): void {
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('bad_timestamp', 'webhook-timestamp is no UNIX time');
  const age = now.getTime() / 1000 - Number(timestamp);
  if (age > toleranceSeconds) throw new WebhookVerificationError('too_old', `The webhook is ${Math.round(age)} s old`);
  if (age < -toleranceSeconds)
    throw new WebhookVerificationError('too_new', `The webhook is from ${Math.round(-age)} s in the future: check the clock`);
}

/** Compares every secret with every signature, so that the time does not reveal which one matches. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, keys: Uint8Array<ArrayBuffer>[]): Promise<boolean> {
  const given = header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [fromBase64(part.slice(3))] : []));
  let fits = false;
  for (const key of keys) {
    const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of given)
      if (signature && (await crypto.subtle.verify('HMAC', imported, signature, signed))) fits = true;
  }
  return fits;
}

function keysOf(secret: string | readonly string[]): Uint8Array<ArrayBuffer>[] {
  const keys = [secret].flat().map((one) => fromBase64(String(one).replace(/^whsec_/, '')));
  if (keys.length === 0 || keys.some((key) => !key || key.length === 0))
    throw new TypeError('A secret is missing or broken: it begins with whsec_ and is shown when the webhook is created');
  return keys as Uint8Array<ArrayBuffer>[];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function parse<T>(bytes: Uint8Array): T {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    throw new WebhookVerificationError('not_json', 'The body is signed but is no JSON');
  }
}
