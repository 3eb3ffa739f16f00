import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { FileCheck2 } from 'lucide-react';
import cells from '../cells.module.css';
import { useOptions } from '../form/use-options.ts';
import type { PageProps } from '../pages.ts';
import { defineResource } from '../resource/define-resource.ts';
import { ResourcePage } from '../resource/ResourcePage.tsx';
import { BodyField } from './BodyField.tsx';
import { ButtonsField } from './ButtonsField.tsx';
import { HeaderField } from './HeaderField.tsx';
import { LanguageField } from './LanguageField.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { ReviewBadge, ReviewStatus } from './ReviewStatus.tsx';

export type TemplateValues = Pick<
  types.MessageTemplate,
  'name' | 'language' | 'category' | 'format' | 'header' | 'body' | 'codeExpirationMinutes' | 'buttons'
> & { channelId: string | null; footer: string };

const categoryNames = { marketing: msg`Marketing`, utility: msg`Utility`, authentication: msg`Authentication` };
const MOST_BUTTONS = 10;
const buttonParts = ['type', 'text', 'value', 'example'];

const isCode = ({ category }: TemplateValues) => category === 'authentication';

const bodyOf = ({ channelId: _fixed, footer, ...values }: TemplateValues) => ({
  ...values,
  footer: footer.trim() || null,
  codeExpirationMinutes: isCode({ channelId: _fixed, footer, ...values }) ? values.codeExpirationMinutes : null,
});

const templates = defineResource<types.MessageTemplate, TemplateValues>({
  key: 'templates',
  scope: 'message_templates.write',
  title: msg`Message templates`,
  text: msg`Texts with variables that may be sent when the messaging window is closed. On WhatsApp, Meta reviews each of them first.`,
  icon: FileCheck2,
  add: msg`Add template`,
  empty: msg`No templates yet`,
  isWide: true,
  api: ({ templates }) => ({
    list: () => templates.each({ sortBy: 'asc(name)' }),
    create: (values) => templates.create({ ...bodyOf(values), channelId: values.channelId ?? '' }),
    update: (id, values) => templates.update(id, bodyOf(values)),
    remove: (id) => templates.delete(id),
  }),
  events: ['template.status_changed', 'template.deleted'],
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'name',
      head: msg`Name`,
      isName: true,
      Cell: ({ item }) => (
        <span className={cells.two}>
          <span dir="ltr">{item.name}</span>
          <small>
            <Facts template={item} />
          </small>
        </span>
      ),
    },
    { key: 'status', head: msg`Review`, Cell: ({ item }) => <ReviewBadge template={item} /> },
  ],
  fields: [
    {
      name: 'channelId',
      label: msg`Channel`,
      kind: 'one',
      source: 'channels',
      none: msg`Choose a channel`,
      isFixed: (isNew) => !isNew,
    },
    {
      name: 'name',
      label: msg`Name`,
      hint: msg`Small letters, digits and underscores.`,
      kind: 'text',
      dir: 'ltr',
      maxLength: 512,
      placeholder: 'order_shipped',
    },
    { name: 'language', label: msg`Language`, kind: 'custom', Render: LanguageField },
    {
      name: 'category',
      label: msg`Category`,
      hint: msg`Utility answers something the contact did. Marketing is everything that advertises. Authentication sends a code.`,
      kind: 'select',
      options: Object.entries(categoryNames).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'format',
      label: msg`Variables`,
      kind: 'select',
      options: [
        { value: 'positional', label: msg`Numbered` },
        { value: 'named', label: msg`Named` },
      ],
    },
    { name: 'header', label: msg`Header`, kind: 'custom', Render: HeaderField, isHidden: isCode },
    { name: 'body', label: msg`Text`, kind: 'custom', Render: BodyField },
    { name: 'footer', label: msg`Footer`, kind: 'text', maxLength: 60, isOptional: true, isHidden: isCode },
    {
      name: 'codeExpirationMinutes',
      label: msg`The code expires after`,
      kind: 'number',
      min: 1,
      max: 90,
      unit: msg`minutes`,
      isOptional: true,
      isHidden: (values) => !isCode(values),
    },
    { name: 'buttons', label: msg`Buttons`, kind: 'custom', Render: ButtonsField, isHidden: isCode },
  ],
  innerNames: [
    'header.text',
    'header.examples',
    'header.fileId',
    'body.text',
    'body.examples',
    ...Array.from({ length: MOST_BUTTONS }, (_, index) => buttonParts.map((part) => `buttons.${index}.${part}`)).flat(),
  ],
  toValues: (template) => ({
    channelId: template?.channelId ?? null,
    name: template?.name ?? '',
    language: template?.language ?? 'en',
    category: template?.category ?? 'utility',
    format: template?.format ?? 'positional',
    header: template?.header ?? null,
    body: template?.body ?? { text: '', examples: [] },
    footer: template?.footer ?? '',
    codeExpirationMinutes: template?.codeExpirationMinutes ?? null,
    buttons: template?.buttons ?? [],
  }),
  isLocked: ({ status }) => status !== 'draft' && status !== 'rejected',
  Intro: ReviewStatus,
  Aside: PreviewPane,
  deletion: {
    verb: msg`Delete template`,
    text: msg`It is deleted here at once and at the provider shortly after. Campaigns and automations that use it stop. At Meta, its name cannot be used again for 30 days.`,
    typed: true,
  },
});

function Facts({ template: { channelId, language, category } }: { template: types.MessageTemplate }) {
  const { i18n } = useLingui();
  const channel = useOptions('channels').find(({ value }) => value === channelId)?.label;
  return [channel, language, i18n._(categoryNames[category])].filter(Boolean).join(' · ');
}

export default function TemplatesPage({ item }: PageProps) {
  return <ResourcePage resource={templates} item={item} />;
}
