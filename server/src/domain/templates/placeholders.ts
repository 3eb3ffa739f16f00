import type { Template, TemplateContent, TemplateFormat } from './template.ts';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const NAMES: Record<TemplateFormat, RegExp> = { positional: /^[1-9]\d{0,3}$/, named: /^[a-z][a-z0-9_]{0,59}$/ };

export type Placeholders = {
  /** Each name once: numbers sorted, names in the order of the text. */
  names: string[];
  /** Invalid placeholders: `{{ 1 }}`, `{{}}`, a lone `{{`. */
  broken: string[];
};

export function placeholdersIn(text: string, format: TemplateFormat): Placeholders {
  const written = [...text.matchAll(PLACEHOLDER)].map((match) => String(match[1]));
  const names = [...new Set(written.filter((name) => NAMES[format].test(name)))];
  const broken = written.filter((name) => !NAMES[format].test(name)).map((name) => `{{${name}}}`);
  const lone = text.replaceAll(PLACEHOLDER, ' ').match(/\{\{|\}\}/g) ?? [];
  if (format === 'positional') names.sort((a, b) => Number(a) - Number(b));
  return { names, broken: [...new Set([...broken, ...lone])] };
}

/** Replaces the placeholders of a text by their values. A `{{2}}` inside a value is not replaced. */
export const fillPlaceholders = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(PLACEHOLDER, (placeholder: string, name: string) => values.get(name) ?? placeholder);

/** A value that a sender gives: `placeholder` is its name in the text of a part, `name` the name in the API. */
export type Variable = { name: string; part: 'header' | 'body' | number; placeholder: string };

/**
 * Returns every value that a sender must give. Numbers start at 1 in each part of a template, so those outside the body have the part in
 * their name: `header_1`, and `button_0` for the address of the first button. Named placeholders keep their name in all parts.
 */
export function variablePlaceholders({
  format,
  header,
  body,
  buttons,
}: Pick<Template, 'format' | keyof TemplateContent>): Variable[] {
  const own = (placeholder: string, name: string) => (format === 'named' ? placeholder : name);
  const inHeader = placeholdersIn(header?.text ?? '', format).names;
  const inBody = placeholdersIn(body.text, format).names;
  return [
    ...inHeader.map(
      (placeholder): Variable => ({ placeholder, part: 'header', name: own(placeholder, `header_${placeholder}`) }),
    ),
    ...inBody.map((placeholder): Variable => ({ placeholder, part: 'body', name: placeholder })),
    ...buttons.flatMap((button, i) =>
      button.type === 'url'
        ? placeholdersIn(button.value ?? '', format).names.map(
            (placeholder): Variable => ({ placeholder, part: i, name: own(placeholder, `button_${i}`) }),
          )
        : [],
    ),
  ];
}

export const variablesOf = (template: Pick<Template, 'format' | keyof TemplateContent>): string[] => [
  ...new Set(variablePlaceholders(template).map(({ name }) => name)),
];
