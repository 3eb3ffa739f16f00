import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { ListPlus } from 'lucide-react';
import cells from './cells.module.css';
import type { PageProps } from './pages.ts';
import { defineResource } from './resource/define-resource.ts';
import { ResourcePage } from './resource/ResourcePage.tsx';

type Type = types.Attribute['type'];
type Values = Pick<
  types.Attribute,
  'name' | 'externalId' | 'type' | 'options' | 'isVisibleQuickEdit' | 'isVisibleContactsTable' | 'isVisibleContactCreate'
> & { description: string };

const typeNames = {
  text: msg`Text`,
  number: msg`Number`,
  boolean: msg`Yes or no`,
  date: msg`Date`,
  datetime: msg`Date and time`,
  select: msg`One of several options`,
  multi_select: msg`Several options`,
  url: msg`Web address`,
  email: msg`Email address`,
  phone: msg`Phone number`,
} satisfies Record<Type, unknown>;

const hasOptions = (type: Type) => type === 'select' || type === 'multi_select';

const bodyOf = ({ externalId: _fixed, options, description, ...values }: Values) => ({
  ...values,
  description: description.trim() || null,
  ...(hasOptions(values.type) && { options: options.filter((option) => option.trim() !== '') }),
});

const attributes = defineResource<types.Attribute, Values>({
  key: 'attributes',
  scope: 'attributes.write',
  title: msg`Contact attributes`,
  text: msg`Fields of your own on every contact, such as a customer number or the next appointment. They can be filtered, and used in templates and automations.`,
  icon: ListPlus,
  add: msg`Add attribute`,
  empty: msg`No attributes yet`,
  api: ({ attributes }) => ({
    list: () => attributes.each({ sortBy: 'asc(name)' }),
    create: (values) => attributes.create({ ...bodyOf(values), externalId: values.externalId }),
    update: (id, values) => attributes.update(id, bodyOf(values)),
    remove: (id) => attributes.delete(id),
  }),
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', head: msg`Name`, isName: true, Cell: ({ item }) => <bdi>{item.name}</bdi> },
    { key: 'type', head: msg`Type`, Cell: ({ item }) => <TypeName attribute={item} /> },
    { key: 'externalId', head: msg`Name in the API`, Cell: ({ item }) => <code dir="ltr">{item.externalId}</code> },
  ],
  fields: [
    { name: 'name', label: msg`Name`, kind: 'text', maxLength: 100, placeholder: 'Customer number' },
    {
      name: 'externalId',
      label: msg`Name in the API`,
      hint: msg`Letters, digits and _, beginning with a letter. It cannot be changed later.`,
      kind: 'text',
      dir: 'ltr',
      maxLength: 100,
      placeholder: 'customer_number',
      isFixed: (isNew) => !isNew,
    },
    {
      name: 'type',
      label: msg`Type`,
      hint: msg`The type cannot be changed while contacts have values.`,
      kind: 'select',
      options: Object.entries(typeNames).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'options',
      label: msg`Options`,
      kind: 'list',
      add: msg`Add option`,
      isHidden: ({ type }) => !hasOptions(type),
    },
    { name: 'description', label: msg`Description`, kind: 'textarea', rows: 2, maxLength: 1_000, isOptional: true },
    { name: 'isVisibleQuickEdit', label: msg`Show beside the chat`, kind: 'switch' },
    { name: 'isVisibleContactsTable', label: msg`Show as a column of contacts`, kind: 'switch' },
    { name: 'isVisibleContactCreate', label: msg`Ask for it when a contact is added`, kind: 'switch' },
  ],
  toValues: (attribute) => ({
    name: attribute?.name ?? '',
    externalId: attribute?.externalId ?? '',
    type: attribute?.type ?? 'text',
    options: attribute?.options ?? [],
    description: attribute?.description ?? '',
    isVisibleQuickEdit: attribute?.isVisibleQuickEdit ?? true,
    isVisibleContactsTable: attribute?.isVisibleContactsTable ?? false,
    isVisibleContactCreate: attribute?.isVisibleContactCreate ?? false,
  }),
  deletion: {
    verb: msg`Delete attribute`,
    text: msg`Its values are deleted on all contacts. Filters and automations that use it stop working. This cannot be undone.`,
    typed: true,
  },
});

function TypeName({ attribute: { type, options } }: { attribute: types.Attribute }) {
  const { i18n, t } = useLingui();
  const count = options.length;
  return (
    <span className={cells.muted}>
      {i18n._(typeNames[type])}
      {hasOptions(type) && ` (${t`${count} options`})`}
    </span>
  );
}

export default function AttributesPage({ item }: PageProps) {
  return <ResourcePage resource={attributes} item={item} />;
}
