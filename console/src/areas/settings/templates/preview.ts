export type TemplateFormat = 'positional' | 'named';
export type Example = { name: string; value: string };
export type Style = 'plain' | 'bold' | 'italic' | 'strike' | 'mono';
/** A piece of text as a phone shows it. `variable` is the name of the placeholder that it stands for. */
export type Part = { text: string; style: Style; variable: string | null };
export type TemplateButton = {
  type: 'quick_reply' | 'url' | 'phone_number';
  text: string;
  value: string | null;
  example: string | null;
};
export type HeaderKind = 'text' | 'image' | 'video' | 'document';

/** The editable parts of a template. */
export type TemplateText = {
  format: TemplateFormat;
  header: { kind: HeaderKind; text: string | null; examples: Example[]; fileId: string | null } | null;
  body: { text: string; examples: Example[] };
  footer: string | null;
  buttons: TemplateButton[];
};

export type Preview = {
  header: { kind: 'text'; parts: Part[] } | { kind: 'image' | 'video' | 'document'; fileId: string | null } | null;
  body: Part[];
  footer: string | null;
  buttons: { type: TemplateButton['type']; text: string; target: string | null }[];
};

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const NAMES: Record<TemplateFormat, RegExp> = { positional: /^[1-9]\d{0,3}$/, named: /^[a-z][a-z0-9_]{0,59}$/ };
const MARKS: Record<string, Style> = { '*': 'bold', _: 'italic', '~': 'strike' };

/** Returns the names of the variables of a text, each once: numbers sorted, names in the order of the text. */
export function variablesIn(text: string, format: TemplateFormat): string[] {
  const names = [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => String(match[1])))];
  const valid = names.filter((name) => NAMES[format].test(name));
  return format === 'positional' ? valid.sort((a, b) => Number(a) - Number(b)) : valid;
}

/** Returns one example for each variable of the text. Values that were given stay with their variable. */
export const examplesFor = (text: string, format: TemplateFormat, given: readonly Example[]): Example[] =>
  variablesIn(text, format).map((name) => ({ name, value: given.find((example) => example.name === name)?.value ?? '' }));

/** Returns the placeholder to insert next: the next number, or a name that is free. */
export function nextPlaceholder(text: string, format: TemplateFormat): string {
  const names = variablesIn(text, format);
  if (format === 'positional') return `{{${names.length + 1}}}`;
  let number = names.length + 1;
  while (names.includes(`value_${number}`)) number++;
  return `{{value_${number}}}`;
}

/** Returns the template as a phone shows it, with the examples in place of the variables. */
export function previewOf(template: TemplateText): Preview {
  const { header, body, footer, buttons } = template;
  return {
    header: header && headerOf(header),
    body: partsOf(body.text, body.examples),
    footer: footer || null,
    buttons: buttons.map(({ type, text, value, example }) => ({ type, text, target: targetOf(type, value, example) })),
  };
}

function headerOf({ kind, text, examples, fileId }: NonNullable<TemplateText['header']>): Preview['header'] {
  if (kind !== 'text') return { kind, fileId };
  // WhatsApp shows a text header as it is, without formatting.
  return { kind, parts: fill(text ?? '', examples).map((part) => ({ ...part, style: 'plain' })) };
}

function targetOf(type: TemplateButton['type'], value: string | null, example: string | null): string | null {
  if (type === 'quick_reply' || value === null) return null;
  return value.replace(PLACEHOLDER, (placeholder) => example || placeholder);
}

/** Returns the parts of a text: WhatsApp's formatting (*bold*, _italic_, ~struck~, ```mono```), and examples for variables. */
export function partsOf(text: string, examples: readonly Example[]): Part[] {
  return styled(text).flatMap(({ text, style }) => fill(text, examples).map((part) => ({ ...part, style })));
}

function fill(text: string, examples: readonly Example[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), style: 'plain', variable: null });
    const name = String(match[1]);
    const value = examples.find((example) => example.name === name)?.value;
    parts.push({ text: value || match[0], style: 'plain', variable: name });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), style: 'plain', variable: null });
  return parts;
}

/** Splits a text at its formatting marks. A mark without its counterpart in the same line is ordinary text. */
function styled(text: string): { text: string; style: Style }[] {
  const pieces: { text: string; style: Style }[] = [];
  const pattern = /```([^`]+)```|(?<![\p{L}\p{N}{])([*_~])(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}}])/gu;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), style: 'plain' });
    const [whole, mono, mark, marked] = match;
    pieces.push(
      mono !== undefined ? { text: mono, style: 'mono' } : { text: String(marked), style: MARKS[String(mark)] ?? 'plain' },
    );
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), style: 'plain' });
  return pieces;
}
