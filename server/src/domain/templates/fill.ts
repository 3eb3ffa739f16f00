import { Failure, type InvalidParams, invalidParam } from '../../platform/errors.ts';
import { channelDefinitions } from '../channels/index.ts';
import type { NamedValue, OutgoingMedia, TemplateValues } from '../messages/index.ts';
import { HEADER_MAX, lengthOf, URL_MAX } from './lengths.ts';
import { fillPlaceholders, type Variable, variablePlaceholders } from './placeholders.ts';
import type { Template, TemplateContent } from './template.ts';

export type Fillable = Pick<Template, 'format' | 'channelType' | keyof TemplateContent> & Partial<Pick<Template, 'category'>>;
export type Filled = { components: TemplateValues; rendered: { text: string; subject: string | null } };

/**
 * Fills a template with a sender's values: the components for providers that render it, and the rendered text. Throws a failure that
 * names every variable that is missing, unknown or too long. `requireMedia` checks the file of a header; a caller that needs only the
 * text leaves it out.
 */
export function fillTemplate(template: Fillable, variables: Record<string, string>, media?: OutgoingMedia): Filled {
  const values = new Map(Object.entries(variables));
  const placeholders = placeholdersOf(template);
  const invalidParams = variableMistakes(template, placeholders, values);
  if (Object.keys(invalidParams).length > 0) throw new Failure('invalid_body_params', { invalidParams });
  const parts = partsOf(template, placeholders, values);
  return { components: toComponents(template, placeholders, values, media), rendered: render(template, parts) };
}

/** Finds the placeholders of a template once: a campaign fills the same template for every recipient. */
const known = new WeakMap<Fillable, Variable[]>();
function placeholdersOf(template: Fillable): Variable[] {
  const placeholders = known.get(template) ?? variablePlaceholders(template);
  known.set(template, placeholders);
  return placeholders;
}

/** The texts of a template, filled. */
type Parts = { header: string | null; body: string; buttons: (string | null)[] };

function partsOf(template: Fillable, placeholders: Variable[], values: ReadonlyMap<string, string>): Parts {
  const filled = (text: string, part: Variable['part']) => fillPlaceholders(text, valuesIn(part, placeholders, values));
  const { header, body, buttons } = template;
  return {
    header: header?.text == null ? null : filled(header.text, 'header'),
    body: filled(body.text, 'body'),
    buttons: buttons.map(({ type, value }, i) => (type === 'url' && value !== null ? filled(value, i) : value)),
  };
}

const valuesIn = (part: Variable['part'], placeholders: Variable[], values: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(placeholders.filter((one) => one.part === part).map(({ placeholder, name }) => [placeholder, values.get(name) ?? '']));

const at = (name: string): string => `template.variables.${name}`;

function variableMistakes(template: Fillable, placeholders: Variable[], values: ReadonlyMap<string, string>): InvalidParams {
  const mistakes: InvalidParams = {};
  const names = [...new Set(placeholders.map(({ name }) => name))];
  for (const name of names) {
    if (!values.has(name)) mistakes[at(name)] = { key: 'required', message: 'This template needs a value for this variable' };
    else if (values.get(name)?.trim() === '') mistakes[at(name)] = { key: 'too_small', message: 'Give at least one character' };
  }
  const known = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
  for (const name of values.keys()) {
    if (!names.includes(name))
      mistakes[at(name)] = { key: 'unrecognized_keys', message: `This template has no variable of this name; ${known}` };
  }
  for (const { part, name } of placeholders) {
    if (typeof part === 'number' && /\s/.test(values.get(name) ?? ''))
      mistakes[at(name)] ??= { key: 'invalid_string', message: 'This value ends an address, which has no spaces; write %20' };
  }
  return { ...tooLong(template, placeholders, values), ...mistakes };
}

/** Returns a mistake for each text that is too long. It names the longest value of the text. */
function tooLong(template: Fillable, placeholders: Variable[], values: ReadonlyMap<string, string>): InvalidParams {
  const mistakes: InvalidParams = {};
  const { header, body, buttons } = partsOf(template, placeholders, values);
  const lengthIn = ({ name }: Variable) => lengthOf(values.get(name) ?? '');
  const check = (part: Variable['part'], text: string, max: number) => {
    const [longest] = placeholders.filter((one) => one.part === part).sort((a, b) => lengthIn(b) - lengthIn(a));
    const excess = lengthOf(text) - max;
    if (!longest || excess <= 0) return;
    const message = `With this value the text has ${max + excess} characters and may have ${max}; shorten it by ${excess}`;
    mistakes[at(longest.name)] = { key: 'too_big', message };
  };
  check('header', header ?? '', HEADER_MAX);
  check('body', body, channelDefinitions[template.channelType].templates.bodyMax);
  for (const [i, address] of buttons.entries()) check(i, address ?? '', URL_MAX);
  return mistakes;
}

/** Throws if the file of the header is missing, of the wrong kind, or not wanted. */
export function requireMedia({ header }: Pick<Template, 'header'>, media: { mimeType: string | null } | undefined): void {
  const kind = header && header.kind !== 'text' ? header.kind : null;
  if (kind === null && media)
    throw invalidParam('template.media', 'unrecognized_keys', 'The header of this template takes no file; leave it out');
  if (kind !== null && !media)
    throw invalidParam('template.media', 'required', `The header of this template is a file of kind ${kind}; give one`);
  const fits = kind === null || kind === 'document' || !media?.mimeType || media.mimeType.startsWith(`${kind}/`);
  if (!fits)
    throw invalidParam(
      'template.media',
      'custom',
      `The header of this template is of kind ${kind}, and this is ${media.mimeType}`,
    );
}

function toComponents(
  { format, header, buttons, category, channelType }: Fillable,
  placeholders: Variable[],
  values: ReadonlyMap<string, string>,
  media: OutgoingMedia | undefined,
): TemplateValues {
  const named = (part: Variable['part']): NamedValue[] =>
    [...valuesIn(part, placeholders, values)].map(([name, value]) => ({ name, value }));
  const [inHeader] = named('header');
  return {
    format,
    header: media && header && header.kind !== 'text' ? { media, kind: header.kind } : inHeader ? { text: inHeader } : null,
    body: named('body'),
    buttons: isCode(category, channelType)
      ? copyButton(named('body'))
      : buttons.flatMap(({ type, value }, index): TemplateValues['buttons'] => {
          if (type === 'quick_reply') return value === null ? [] : [{ index, kind: type, value }];
          return named(index).map((filled) => ({ index, kind: 'url', value: filled.value }));
        }),
  };
}

const isCode = (category: Fillable['category'], channelType: Fillable['channelType']): boolean =>
  category === 'authentication' && channelDefinitions[channelType].templates.hasFixedAuthenticationText === true;

/** Returns the parameter of the button that copies the code. WhatsApp adds the button; the code is sent a second time for it. */
const copyButton = ([code]: NamedValue[]): TemplateValues['buttons'] =>
  code ? [{ index: 0, kind: 'url', value: code.value }] : [];

/** Renders the text. A mail has the header as its subject. URL and phone buttons become lines of text: not every channel has buttons. */
function render({ channelType, footer, buttons }: Fillable, parts: Parts): Filled['rendered'] {
  const isMail = channelDefinitions[channelType].text.isMail === true;
  const links = buttons.flatMap(({ type, text }, i) => (type === 'quick_reply' ? [] : [`${text}: ${parts.buttons[i]}`]));
  const lines = [isMail ? null : parts.header, parts.body, footer, links.length > 0 ? links.join('\n') : null];
  return { text: lines.filter((line) => line !== null).join('\n\n'), subject: isMail ? parts.header : null };
}
