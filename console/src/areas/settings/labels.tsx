import { msg } from '@lingui/core/macro';
import type { types } from '@patchbay/sdk';
import { Tag } from 'lucide-react';
import { RelativeTime } from '../../kit/index.ts';
import cells from './cells.module.css';
import type { PageProps } from './pages.ts';
import { defineResource } from './resource/define-resource.ts';
import { ResourcePage } from './resource/ResourcePage.tsx';

const labels = defineResource<types.Label, { name: string; color: string }>({
  key: 'labels',
  scope: 'labels.write',
  title: msg`Labels`,
  text: msg`Labels sort contacts: for views, campaigns and automations. A contact can have several.`,
  icon: Tag,
  add: msg`Add label`,
  empty: msg`No labels yet`,
  api: ({ labels }) => ({
    list: () => labels.each({ sortBy: 'asc(name)' }),
    create: (values) => labels.create(values),
    update: (id, values) => labels.update(id, values),
    remove: (id) => labels.delete(id),
  }),
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'name',
      head: msg`Name`,
      isName: true,
      Cell: ({ item }) => (
        <>
          <span className={cells.dot} style={{ backgroundColor: item.color }} aria-hidden />
          <bdi>{item.name}</bdi>
        </>
      ),
    },
    { key: 'color', head: msg`Colour`, Cell: ({ item }) => <code dir="ltr">{item.color}</code> },
    { key: 'updatedAt', head: msg`Changed`, Cell: ({ item }) => <RelativeTime at={item.updatedAt} /> },
  ],
  fields: [
    { name: 'name', label: msg`Name`, kind: 'text', maxLength: 100, placeholder: 'vip' },
    { name: 'color', label: msg`Colour`, kind: 'color' },
  ],
  toValues: (label) => ({ name: label?.name ?? '', color: label?.color ?? '#64748b' }),
  deletion: {
    verb: msg`Delete label`,
    text: msg`It is removed from all contacts. Views and automations that use it find nobody any more. This cannot be undone.`,
  },
});

export default function LabelsPage({ item }: PageProps) {
  return <ResourcePage resource={labels} item={item} />;
}
