/** A placeholder for a secret in a header: {{secrets.orders}}. */
const REFERENCE = /\{\{\s*secrets\.([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}/g;

/** Returns the names of the secrets that a header refers to. */
export const secretsIn = (header: string): string[] => [...header.matchAll(REFERENCE)].map(({ 1: name = '' }) => name);

/** Returns a header with the values of its secrets. References inside a value are not replaced. */
export const withSecrets = (header: string, reveal: (name: string) => string): string =>
  header.replace(REFERENCE, (_, name: string) => reveal(name));

/** Header names that carry credentials, in lower case. */
const CREDENTIAL_HEADER = /^(cookie|(.*-)?(authorization|auth|api-?key|token|secret|password|signature))$/;

/**
 * Returns why a header is not allowed, or undefined. A header with a secret contains no contact data, and a header for
 * credentials contains none in clear: everyone with `automations.read` can read definitions.
 */
export function secretHeaderFault(name: string, value: string): string | undefined {
  const rest = value.replace(REFERENCE, '');
  if (/\{\{\s*secrets\b/.test(rest)) return 'Write a secret as {{secrets.name}}, without anything after its name';
  if (rest !== value && rest.includes('{{'))
    return 'A header with a secret contains plain text besides, and no other placeholders; put the other value in another header';
  if (isClearCredential(name, value))
    return `Definitions can be read, so they must not contain a credential; store it with POST /v3/secrets and write {{secrets.name}} here`;
  return undefined;
}

const isClearCredential = (name: string, value: string): boolean =>
  CREDENTIAL_HEADER.test(name.toLowerCase()) && !value.includes('{{') && value !== '';

const HIDDEN = '[hidden]';

/** Returns the headers of a step for readers: hides credentials that an older version allowed. */
export const hideCredentials = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isClearCredential(name, value) ? HIDDEN : value]));

/** Removes the values of secrets from a text: a called system can repeat what it received. */
export function withoutSecrets(text: string, values: Iterable<string>): string {
  let clean = text;
  for (const value of values)
    for (const form of new Set([value, JSON.stringify(value).slice(1, -1)])) clean = clean.replaceAll(form, '[secret]');
  return clean;
}
