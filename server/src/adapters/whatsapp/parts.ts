import type { NamedValue, OutgoingContent, OutgoingMedia } from '../../domain/messages/index.ts';

type Template = Extract<OutgoingContent, { type: 'template' }>;

/** WhatsApp downloads the file itself. It shows a document without a name as "Untitled". */
export const toMediaBody = (type: string, { url, fileName }: OutgoingMedia, caption: string | null) => ({
  link: url,
  ...(caption && { caption }),
  ...(type === 'document' && { filename: fileName }),
});

/** Returns the template's name and the values of its placeholders; parts without placeholders are left out. */
export const toTemplateBody = ({ name, language, components }: Template) => ({
  name,
  language: { code: language },
  components: [
    ...toHeader(components),
    ...(components.body.length > 0 ? [{ type: 'body', parameters: components.body.map(textIn(components.format)) }] : []),
    ...components.buttons.map(toButton),
  ],
});

function toHeader({ header, format }: Template['components']) {
  if (!header) return [];
  if ('text' in header) return [{ type: 'header', parameters: [textIn(format)(header.text)] }];
  const { kind, media } = header;
  return [{ type: 'header', parameters: [{ type: kind, [kind]: toMediaBody(kind, media, null) }] }];
}

const textIn =
  (format: Template['components']['format']) =>
  ({ name, value }: NamedValue) => ({ type: 'text', ...(format === 'named' && { parameter_name: name }), text: value });

const toButton = ({ index, kind, value }: Template['components']['buttons'][number]) => ({
  type: 'button',
  sub_type: kind,
  index: String(index),
  parameters: [kind === 'url' ? { type: 'text', text: value } : { type: 'payload', payload: value }],
});
