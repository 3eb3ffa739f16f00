import type { types } from '@patchbay/sdk';

export type TemplatePart = { text: string } | { variable: string; value: string };

/** Splits a text of a template at its {{variables}}. A variable without a value keeps its name. */
export function templateParts(text: string, values: Readonly<Record<string, string>>): TemplatePart[] {
  return text
    .split(/(\{\{\s*[^{}]{1,100}?\s*\}\})/)
    .map((part): TemplatePart => {
      const variable = /^\{\{\s*(.*?)\s*\}\}$/.exec(part)?.[1];
      return variable === undefined ? { text: part } : { variable, value: values[variable] ?? '' };
    })
    .filter((part) => 'variable' in part || part.text !== '');
}

/** Returns the text as the contact will read it. */
export const renderedText = (text: string, values: Readonly<Record<string, string>>): string =>
  templateParts(text, values)
    .map((part) => ('variable' in part ? part.value || `{{${part.variable}}}` : part.text))
    .join('');

/** Returns the values that the contact gives: a variable called first_name, name or customer gets the first name. */
export function valuesOfContact(variables: readonly string[], contact: types.Contact): Record<string, string> {
  const values: Record<string, string> = {};
  for (const variable of variables) {
    const value = valueFor(variable.toLowerCase().replaceAll(/[^a-z]/g, ''), contact);
    if (value) values[variable] = value;
  }
  return values;
}

function valueFor(name: string, contact: types.Contact): string | null {
  if (['firstname', 'name', 'customer', 'customername', 'vorname'].includes(name))
    return contact.firstName ?? contact.displayName;
  if (['lastname', 'nachname', 'surname'].includes(name)) return contact.lastName;
  if (name === 'fullname') return contact.fullName;
  const attribute = contact.attributes.find(
    ({ externalId }) => externalId.toLowerCase().replaceAll(/[^a-z]/g, '') === name && name !== '',
  );
  return typeof attribute?.value === 'string' || typeof attribute?.value === 'number' ? String(attribute.value) : null;
}

/** Returns an example of a variable, as a hint in its field. */
export const exampleOf = ({ body, header }: types.MessageTemplate, variable: string): string | undefined =>
  [...body.examples, ...(header?.examples ?? [])].find(({ name }) => name === variable)?.value;
