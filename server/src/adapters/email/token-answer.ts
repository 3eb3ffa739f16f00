import { z } from 'zod';

export type Token = { accessToken: string; expiresInSeconds: number; refreshToken: string | null };

/** `isFinal`: a retry gives the same answer until the channel is changed. */
export type TokenRefusal = { code: string; message: string; isFinal: boolean };

const MOST_ANSWER_CHARS = 65_536;
const MOST_DESCRIPTION_CHARS = 200;
const DAY_SECONDS = 86_400;
/** Used if the server sends no lifetime, which RFC 6749 only recommends. */
const UNSAID_LIFE_SECONDS = 300;

/** Visible ASCII only: a control character in a token could end a field of the login. */
const tokenText = z
  .string()
  .max(16_384)
  .regex(/^[\x21-\x7e]+$/);
const granted = z.object({
  access_token: tokenText,
  token_type: z
    .string()
    .regex(/^bearer$/i)
    .optional(),
  expires_in: z.coerce.number().positive().max(Number.MAX_SAFE_INTEGER).default(UNSAID_LIFE_SECONDS),
  refresh_token: tokenText.nullish(),
});
const refusal = z.object({ error: z.string().max(100), error_description: z.string().optional() });

/** Reads the answer of a token endpoint (RFC 6749, section 5). */
export function readTokenAnswer(status: number, body: string): Token | TokenRefusal {
  const json = asJson(body);
  if (status >= 400) return refusalOf(status, json);
  const { data } = granted.safeParse(json);
  if (status !== 200 || !data)
    return { code: String(status), message: `The OAuth server answered ${status} without an access token`, isFinal: false };
  const expiresInSeconds = Math.min(data.expires_in, DAY_SECONDS);
  return { accessToken: data.access_token, expiresInSeconds, refreshToken: data.refresh_token ?? null };
}

function asJson(body: string): unknown {
  if (body.length > MOST_ANSWER_CHARS) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const AUTHORISE_AGAIN =
  'Access was withdrawn, the password was changed or the token expired. Let the owner of the mailbox allow access again, and update the channel with the new oauthRefreshToken';

/** Cause and fix of the errors of RFC 6749, section 5.2, and of OpenID Connect, which Microsoft uses too. */
const FIXES: Record<string, string> = {
  invalid_grant: `The OAuth server no longer accepts oauthRefreshToken. ${AUTHORISE_AGAIN}`,
  interaction_required: `The OAuth server wants the owner of the mailbox to log in again. ${AUTHORISE_AGAIN}`,
  consent_required: `The OAuth server wants the owner of the mailbox to log in again. ${AUTHORISE_AGAIN}`,
  login_required: `The OAuth server wants the owner of the mailbox to log in again. ${AUTHORISE_AGAIN}`,
  invalid_client:
    'The OAuth server does not accept oauthClientId with oauthClientSecret. A client secret may have expired: make a new one and update the channel with it',
  unauthorized_client:
    'The OAuth server does not let this client use refresh tokens. Check the registration of oauthClientId and update the channel',
  invalid_scope:
    'The OAuth server does not grant oauthScope. Ask for scopes that the owner of the mailbox allowed, and update the channel',
};

const PASSING = new Set([408, 425, 429]);

function refusalOf(status: number, json: unknown): TokenRefusal {
  const { data } = refusal.safeParse(json);
  const code = data?.error ?? String(status);
  const isFinal = status < 500 && !PASSING.has(status) && code !== 'temporarily_unavailable';
  const description = oneLine(data?.error_description ?? '');
  const fix = Object.hasOwn(FIXES, code) ? FIXES[code] : `The OAuth server refused to give an access token`;
  return { code, message: `${fix} (${[code, description].filter(Boolean).join(': ')})`, isFinal };
}

/** Returns the untrusted text of a server on one line, shortened: it is shown to users. */
const oneLine = (text: string): string =>
  text
    .slice(0, MOST_DESCRIPTION_CHARS)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
