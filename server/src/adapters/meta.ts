import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Inbound } from '../domain/messages/index.ts';
import type { InboundRequest, Refusal } from './adapter.ts';
import { refuseCostlyJson } from './json-limits.ts';

/** Shared by WhatsApp and Instagram: signatures, callbacks and errors of the Graph API. */

/** A callback usually has a few kB. It is parsed on the event loop, where 1 MB of JSON takes about 10 ms. */
export const META_BODY_LIMIT_BYTES = 1_048_576;
/** Meta puts at most 1,000 updates into a callback, each with at most 35 values. Every value is validated. */
const JSON_LIMITS = { values: 40_000, levels: 32 };

/** Returns the signature of a callback in hexadecimal digits, or undefined. */
export function metaSignature(headers: InboundRequest['headers']): string | undefined {
  const header = headers['x-hub-signature-256'];
  return typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1] : undefined;
}

/** Returns whether Meta signed these bytes. */
export function isSignedByMeta(appSecret: string, { headers, body }: InboundRequest): boolean {
  const hex = metaSignature(headers);
  return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), hmac(appSecret, body));
}

/** Returns Meta's challenge. Meta sends it once, when the URL is entered in its console. */
export function answerMetaChallenge(verifyToken: string, query: URLSearchParams): string | undefined {
  const given = query.get('hub.verify_token');
  if (query.get('hub.mode') !== 'subscribe' || given === null) return undefined;
  const isRight = timingSafeEqual(hmac(verifyToken, given), hmac(verifyToken, verifyToken)); // equal lengths for any two words
  return isRight ? (query.get('hub.challenge') ?? undefined) : undefined;
}

/** Importing a key takes longer than hashing a callback with it. */
const keys = new LRUCache<string, KeyObject>({ max: 1_000 });

function keyOf(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(Buffer.from(secret));
  keys.set(secret, key);
  return key;
}

const hmac = (secret: string, data: string | Buffer): Buffer => createHmac('sha256', keyOf(secret)).update(data).digest();

const pathPart = z.string().regex(/^[\w-]{1,64}$/, 'Copy the id from the Meta app: digits, without spaces or a plus sign');
const secret = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,2048}$/, 'Copy the whole value, without spaces or line breaks');

/** The settings that both channels have. */
export const metaSettings = { id: pathPart, accessToken: secret, appSecret: secret, verifyToken: secret };
export const metaSecrets = ['accessToken', 'appSecret', 'verifyToken'] as const;
/** The other two secrets only verify callbacks and are never sent. */
export const metaDestinations = { baseUrl: ['accessToken'] } as const;
export const graphAddress = (baseUrl: string, apiVersion: string) => ({
  baseUrl: z
    .url({ protocol: /^https?$/, error: `Write a whole URL, such as ${baseUrl}` })
    .max(500)
    .default(baseUrl),
  apiVersion: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/, `A version looks like ${apiVersion}`)
    .default(apiVersion),
});

/** An optional part of a callback: an invalid value counts as missing. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
export const list = maybe(z.array(z.unknown()));
export const metaId = z.union([z.string().min(1).max(512), z.number().int().nonnegative().transform(String)]);
export const shortText = z.string().max(2_000);
/** A caption or a body. WhatsApp and Instagram allow far less. */
export const longText = z.string().max(100_000);

export const ignored = (what: string): Inbound => ({ kind: 'ignored', what });
/** Returns a name from a callback only if it is a plain identifier: it appears in logs and metrics. */
export const nameOf = (name: unknown): string => (typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'unknown');

/** Returns a time, or undefined outside a plausible range: PostgreSQL cannot store some times. */
export function timeOf(ms: number): Date | undefined {
  return ms >= 946_684_800_000 && ms < 4_102_444_800_000 ? new Date(ms) : undefined;
}

/**
 * Parses a callback. Returns undefined for invalid JSON and for more values than Meta sends. Replaces characters that PostgreSQL cannot
 * store (NUL, lone surrogates). Ids that are numbers too long for a double keep their digits.
 */
export function readCallback(body: Buffer): unknown {
  const text = body.toString();
  const needsSanitizing = /\\u(?:0000|d[89a-f])/i.test(text) || /[:[,]\s*\d{16}/.test(text);
  try {
    refuseCostlyJson(body, JSON_LIMITS);
    return needsSanitizing ? JSON.parse(text, sanitize) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sanitize(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'string') return sanitizeString(value);
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return context?.source ?? value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [sanitizeString(key), one]));
}

const sanitizeString = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** An error in a response of Graph or in a callback. */
export type GraphError = { code: number; subcode: number | null; message: string; isTransient: boolean };

const wholeNumber = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
const ErrorShape = z
  .object({
    code: wholeNumber,
    error_subcode: maybe(wholeNumber),
    title: maybe(shortText),
    message: maybe(shortText),
    error_user_msg: maybe(shortText),
    error_data: maybe(z.object({ details: maybe(shortText) })),
    is_transient: maybe(z.boolean()),
  })
  .transform(
    (error): GraphError => ({
      code: error.code,
      subcode: error.error_subcode ?? null,
      message: inWords(error.message ?? error.title, error.error_data?.details ?? error.error_user_msg),
      isTransient: error.is_transient ?? false,
    }),
  );

/** Returns Graph's message without the code, and its details, which usually name the fix. */
function inWords(message: string | undefined, details: string | undefined): string {
  const plain = message?.replace(/^\(#\d+\)\s*/, '');
  if (!plain || !details) return plain || details || 'Meta gave no reason';
  if (details.startsWith(plain)) return details;
  return `${plain.replace(/\.$/, '')}: ${details}`;
}

export const readGraphError = (value: unknown): GraphError | undefined => ErrorShape.safeParse(value).data;

/** What an error code leads to. */
export type Verdict = Omit<Refusal, 'kind' | 'error'> & { key: string };
export type Classify = (error: GraphError) => Refusal;

export const refusalOf = ({ code, message }: GraphError, { key, ...verdict }: Verdict): Refusal => ({
  kind: 'refused',
  error: { key, code: String(code), message },
  ...verdict,
});

/** Returns a refusal without calling the provider. */
export const invalidMessage = (message: string): Refusal => ({
  kind: 'refused',
  error: { key: 'invalid_message', code: null, message },
  next: 'fail',
});
