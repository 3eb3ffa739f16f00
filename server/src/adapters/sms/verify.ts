import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { InboundRequest } from '../adapter.ts';
import type { SmsSettings } from './settings.ts';

/**
 * Verifies a signature. Twilio signs the URL with its query, followed by every form field sorted by name. For a JSON body it signs the
 * hash of the body, which it adds to the query.
 */
export function verify({ authToken }: SmsSettings, { url, headers, body }: InboundRequest): boolean {
  const given = twilioSignature(headers);
  if (given === undefined) return false;
  const bodyHash = URL.parse(url)?.searchParams.get('bodySHA256') ?? null;
  if (bodyHash !== null && !isSame(bodyHash.toLowerCase(), createHash('sha256').update(body).digest('hex'))) return false;
  const fields = bodyHash === null ? signedFields(new URLSearchParams(body.toString())) : '';
  return spellings(url).some((spelling) => isSame(given, signatureOf(authToken, spelling + fields)));
}

/** Returns the signature of a callback, or undefined. */
export function twilioSignature(headers: InboundRequest['headers']): string | undefined {
  const given = headers['x-twilio-signature'];
  return typeof given === 'string' && given !== '' ? given : undefined;
}

export const signatureOf = (authToken: string, signed: string): string =>
  createHmac('sha1', authToken).update(signed).digest('base64');

/**
 * Returns the signed text of a form as Twilio's own libraries do: names sorted, and the values of a repeated name sorted and without
 * duplicates. Reads the form once: the number of names is untrusted, because the signature is not verified yet.
 */
export function signedFields(form: URLSearchParams): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of form) {
    const known = values.get(name);
    if (known) known.add(value);
    else values.set(name, new Set([value]));
  }
  return [...values.keys()]
    .sort()
    .map((name) => inOrder(name, values.get(name)))
    .join('');
}

const inOrder = (name: string, values: ReadonlySet<string> | undefined): string =>
  [...(values ?? [])]
    .sort()
    .map((value) => name + value)
    .join('');

/** Returns the URL with and without the default port: proxies and Twilio differ in writing it. */
function spellings(url: string): string[] {
  const parts = /^(https?):\/\/([^/?#:]+|\[[^\]]*\])(:\d+)?(?=[/?#]|$)/i.exec(url);
  if (!parts) return [url];
  const [origin, scheme = '', host = ''] = parts;
  const rest = url.slice(origin.length);
  const port = scheme.toLowerCase() === 'https' ? 443 : 80;
  return [...new Set([url, `${scheme}://${host}${rest}`, `${scheme}://${host}:${port}${rest}`])];
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
