import { stdSerializers } from 'pino';

export const REDACTED = '[redacted]';

/** Matches names of passwords, tokens, keys and credentials, alone or as a part: smtpPassword, S3_SECRET_ACCESS_KEY, x-hub-signature-256. */
const SECRET_NAME =
  /pass(?:w|phrase|code|$)|pwd|secret|token|authorization|credential|cookie|signature|^auth$|(?:api|access|private|master|signing|idempotency|encryption)[-_]?key/i;
/** The id of a token or of a key is no secret, and operators need it: tokenId, access_key_id. */
const ID_NAME = /(?:Id|_id|-id)s?$/;

/** Limits of a log line: a larger one could block the process. */
const DEEPEST = 8;
const MOST_VALUES = 1_000;
const LONGEST_TEXT = 20_000;

/** Results by name: nearly all log lines use the same few dozen names. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 1_000;

export function isSecretName(name: string): boolean {
  const remembered = known.get(name);
  if (remembered !== undefined) return remembered;
  const isSecret = SECRET_NAME.test(name) && !ID_NAME.test(name);
  if (known.size < MOST_KNOWN) known.set(name, isSecret);
  return isSecret;
}

/**
 * Returns a copy of the fields of a log line without secrets. Replaces values whose name is that of a secret, at any depth, in lists, in
 * errors and their causes, and in objects of any class. The copy has at most 8 levels and 1,000 values.
 */
export const redact = (fields: Record<string, unknown>): Record<string, unknown> => copyObject(fields, 0, { left: MOST_VALUES });

type Budget = { left: number };

function copyObject(source: object, depth: number, budget: Budget): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(source)) {
    if (budget.left-- <= 0) {
      copy['…'] = '[cut: too many values]';
      break;
    }
    const value = (source as Record<string, unknown>)[name];
    if (depth === 0 && BY_SERIALIZER.has(name)) copy[name] = value;
    else copy[name] = isSecretName(name) && holdsText(value) ? REDACTED : copyValue(value, depth + 1, budget);
  }
  return copy;
}

/** Objects of the HTTP server. Its serializers log a few of their fields, and no headers. */
const BY_SERIALIZER = new Set(['req', 'res']);

/** Flags such as `hasToken` and missing values are not secret. */
const holdsText = (value: unknown): boolean => value !== undefined && value !== null && typeof value !== 'boolean';

function copyValue(value: unknown, depth: number, budget: Budget): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return '[cut: too deep]';
  try {
    if (value instanceof Error) return copyError(value, depth, budget);
    if (Array.isArray(value)) return copyList(value, depth, budget);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (hasToJson(value)) return copyValue(value.toJSON(), depth + 1, budget);
    return copyObject(value, depth, budget);
  } catch {
    return '[unreadable]';
  }
}

/** Copies an error as pino writes it, with its own fields and the messages of its causes. */
function copyError(error: Error, depth: number, budget: Budget): unknown {
  const { raw: _, ...fields } = stdSerializers.err(error);
  return copyObject(fields, depth, budget);
}

function copyList(list: unknown[], depth: number, budget: Budget): unknown[] {
  const copy: unknown[] = [];
  for (const item of list) {
    if (budget.left-- <= 0) return [...copy, '[cut: too many values]'];
    copy.push(copyValue(item, depth + 1, budget));
  }
  return copy;
}

const hasToJson = (value: object): value is { toJSON(): unknown } => typeof (value as { toJSON?: unknown }).toJSON === 'function';

const URL_LOGIN = /:\/\/[^\s/:@]{0,200}:[^\s/@]{1,500}@/g;
const AUTH_HEADER = /\b(bearer|basic) +[\w.~+/=-]{8,}/gi;

/** Replaces logins in URLs and authorization headers, which error messages quote. */
function redactText(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} [cut: ${text.length} characters]` : text;
  const withoutLogin = short.includes('://') ? short.replace(URL_LOGIN, `://${REDACTED}@`) : short;
  return /bearer|basic/i.test(withoutLogin) ? withoutLogin.replace(AUTH_HEADER, `$1 ${REDACTED}`) : withoutLogin;
}
