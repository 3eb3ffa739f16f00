import { Failure, type InvalidParams } from '../../platform/errors.ts';
import { type ChannelType, channelDefinitions } from '../channels/index.ts';
import type { NamedValue } from '../messages/index.ts';
import { checkButtons } from './check-buttons.ts';
import { BODY_MAX, checkLength, checkPlain, FOOTER_MAX, HEADER_MAX, type Report } from './lengths.ts';
import { placeholdersIn } from './placeholders.ts';
import type { TemplateFormat, TemplateHeader, TemplateText } from './template.ts';

/** Throws for a template that no provider would accept, with all its mistakes at once. */
export function requireWellFormed(template: TemplateText, channelType: ChannelType): void {
  const invalidParams = { ...authenticationMistakes(template, channelType), ...mistakesIn(template) };
  if (Object.keys(invalidParams).length > 0) throw new Failure('invalid_body_params', { invalidParams });
}

/** Returns the mistakes of an authentication template whose text the provider writes: only the code and its lifetime are ours. */
export function authenticationMistakes(template: TemplateText, channelType: ChannelType): InvalidParams {
  const { category, format, header, body, footer, buttons, codeExpirationMinutes: minutes = null } = template;
  const mistakes: InvalidParams = {};
  const note = (path: string, message: string) => {
    mistakes[path] = { key: 'custom', message };
  };
  if (category !== 'authentication') {
    if (minutes !== null) note('codeExpirationMinutes', 'Only a template of the category authentication has a code that expires');
    return mistakes;
  }
  if (!channelDefinitions[channelType].templates.hasFixedAuthenticationText) return mistakes;
  const own = 'WhatsApp writes authentication templates by itself; leave it out';
  if (header) note('header', own);
  if (footer !== null) note('footer', `${own}, and give codeExpirationMinutes`);
  if (buttons.length > 0) note('buttons', `${own}: it adds a button that copies the code`);
  if (placeholdersIn(body.text, format).names.length !== 1)
    note('body.text', 'An authentication template has one variable, the code: write {{1}} where it stands');
  return mistakes;
}

export function mistakesIn({ name, language, format, header, body, footer, buttons }: TemplateText): InvalidParams {
  const mistakes: InvalidParams = {};
  const note: Report = (path, key, message) => {
    mistakes[path] ??= { key, message };
  };
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    note('name', 'invalid_string', 'Write 1 to 512 small letters, digits and underscores, such as order_shipped');
  if (!/^[a-z]{2,3}(_[A-Z][A-Za-z]{1,3}){0,2}$/.test(language))
    note('language', 'invalid_string', 'Write the language as en, or with its country as en_US');
  if (header) checkHeader(note, header, format);
  checkLength(note, 'body.text', body.text, BODY_MAX);
  checkPlaceholders(note, 'body', body.text, body.examples, format);
  if (footer !== null) checkPlain(note, 'footer', footer, FOOTER_MAX);
  checkButtons(note, buttons, format);
  return mistakes;
}

function checkHeader(note: Report, { kind, text, examples, fileId = null }: TemplateHeader, format: TemplateFormat): void {
  if (kind !== 'text') {
    if (text !== null) note('header.text', 'custom', `A header is a text or a file, not both; leave text out, or kind "${kind}"`);
    if (examples.length > 0)
      note('header.examples', 'custom', 'Only a text has examples; the sample of a file is given as fileId');
    return;
  }
  if (fileId !== null) note('header.fileId', 'custom', 'Only a header of kind image, video or document has a sample file');
  if (text === null) {
    note('header.text', 'required', 'Write the text of the header, or leave the header out');
    return;
  }
  checkLength(note, 'header.text', text, HEADER_MAX);
  if (placeholdersIn(text, format).names.length > 1)
    note('header.text', 'custom', 'A header has at most one variable; move the others to the body');
  checkPlaceholders(note, 'header', text, examples, format);
}

const howTo: Record<TemplateFormat, string> = {
  positional: 'write {{1}}, {{2}} and so on without spaces, or set format to "named"',
  named: 'write a name of small letters, digits and underscores such as {{first_name}}, or set format to "positional"',
};

function checkPlaceholders(note: Report, part: string, text: string, examples: NamedValue[], format: TemplateFormat): void {
  const { names, broken } = placeholdersIn(text, format);
  if (broken.length > 0) note(`${part}.text`, 'custom', `${broken.slice(0, 5).join(' ')} is no variable: ${howTo[format]}`);
  const skipped = format === 'positional' ? names.findIndex((name, i) => Number(name) !== i + 1) : -1;
  if (skipped >= 0)
    note(
      `${part}.text`,
      'custom',
      `Numbers begin at 1 and leave none out; there is {{${names[skipped]}}} and no {{${skipped + 1}}}`,
    );
  const given = new Set<string>();
  for (const [i, { name, value }] of examples.entries()) {
    if (!names.includes(name))
      note(`${part}.examples.${i}.name`, 'custom', 'There is no such variable in the text; remove this example');
    else if (given.has(name))
      note(`${part}.examples.${i}.name`, 'custom', 'This variable has an example already; remove this one');
    if (value.trim() === '') note(`${part}.examples.${i}.value`, 'too_small', 'Write a value that a contact could read here');
    given.add(name);
  }
  const missing = names.filter((name) => !given.has(name)).map((name) => `{{${name}}}`);
  if (missing.length > 0)
    note(
      `${part}.examples`,
      'required',
      `Give an example for ${missing.slice(0, 5).join(', ')}: reviewers read the text with it`,
    );
}
