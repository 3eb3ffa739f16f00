/** A place in a header that holds a secret: {{secrets.orders}}. */
const REFERENCE = /\{\{\s*secrets\.([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}/g;

/** Returns the names of the secrets that a header refers to. */
export const secretsIn = (header: string): string[] => [...header.matchAll(REFERENCE)].map(({ 1: name = '' }) => name);

/** Returns a header with the values of its secrets. A value is never read for references again. */
export const withSecrets = (header: string, reveal: (name: string) => string): string =>
  header.replace(REFERENCE, (_, name: string) => reveal(name));

/** Header names that carry credentials, in small letters. */
const CREDENTIAL_HEADER = /^(cookie|(.*-)?(authorization|auth|api-?key|token|secret|password|signature))$/;

/**
 * Returns what is wrong with a header of a new definition, or undefined. A header with a secret holds nothing of a contact,
 * and a header that carries a credential holds no credential in clear: definitions can be read by whoever may read automations.
 */
export function secretHeaderFault(name: string, value: string): string | undefined {
  const rest = value.replace(REFERENCE, '');
  if (/\{\{\s*secrets\b/.test(rest)) return 'Write a secret as {{secrets.name}}, without anything after its name';
  if (rest !== value && rest.includes('{{'))
    return 'A header with a secret holds plain text besides, and no other places; put the other value in a header of its own';
  if (isClearCredential(name, value))
    return `Definitions can be read, so a credential must not stand in one; store it with POST /v3/secrets and write {{secrets.name}} here`;
  return undefined;
}

const isClearCredential = (name: string, value: string): boolean =>
  CREDENTIAL_HEADER.test(name.toLowerCase()) && !value.includes('{{') && value !== '';

const HIDDEN = '[hidden]';

/** Returns the headers of a step as readers may see them: a credential that an older version let in is hidden. */
export const hideCredentials = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isClearCredential(name, value) ? HIDDEN : value]));

/** Returns a text without the values of secrets, as a careless system may send back what it was sent. */
export function withoutSecrets(text: string, values: Iterable<string>): string {
  let clean = text;
  for (const value of values)
    for (const form of new Set([value, JSON.stringify(value).slice(1, -1)])) clean = clean.replaceAll(form, '[secret]');
  return clean;
}
