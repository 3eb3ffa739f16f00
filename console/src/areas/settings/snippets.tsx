import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Paperclip, Zap } from 'lucide-react';
import cells from './cells.module.css';
import { useOptions } from './form/use-options.ts';
import type { PageProps } from './pages.ts';
import { defineResource } from './resource/define-resource.ts';
import { ResourcePage } from './resource/ResourcePage.tsx';

type Values = Pick<types.Snippet, 'shortcut' | 'text' | 'fileIds' | 'teamId'>;

const snippets = defineResource<types.Snippet, Values>({
  key: 'snippets',
  scope: 'snippets.write',
  title: msg`Snippets`,
  text: msg`Texts and files that come back in every second reply. In a chat, type / and the shortcut.`,
  icon: Zap,
  add: msg`Add snippet`,
  empty: msg`No snippets yet`,
  api: ({ snippets }) => ({
    list: () => snippets.each({ sortBy: 'asc(shortcut)' }),
    create: (values) => snippets.create(values),
    update: (id, values) => snippets.update(id, values),
    remove: (id) => snippets.delete(id),
  }),
  nameOf: ({ shortcut }) => `/${shortcut}`,
  columns: [
    { key: 'shortcut', head: msg`Shortcut`, isName: true, Cell: ({ item }) => <code dir="auto">/{item.shortcut}</code> },
    {
      key: 'text',
      head: msg`Text`,
      Cell: ({ item }) => (
        <span className={cells.clip} dir="auto">
          {item.text}
        </span>
      ),
    },
    { key: 'files', head: msg`Files`, Cell: ({ item }) => <FileCount count={item.fileIds.length} /> },
    { key: 'team', head: msg`Team`, Cell: ({ item }) => <TeamName teamId={item.teamId} /> },
  ],
  fields: [
    {
      name: 'shortcut',
      label: msg`Shortcut`,
      hint: msg`Letters, digits, - and _, without spaces.`,
      kind: 'text',
      maxLength: 50,
      placeholder: 'opening',
    },
    { name: 'text', label: msg`Text`, kind: 'textarea', rows: 8, maxLength: 10_000 },
    { name: 'fileIds', label: msg`Files`, kind: 'files', most: 10, isOptional: true },
    { name: 'teamId', label: msg`Team`, hint: msg`Who finds it.`, kind: 'one', source: 'teams', none: msg`Everybody` },
  ],
  toValues: (snippet) => ({
    shortcut: snippet?.shortcut ?? '',
    text: snippet?.text ?? '',
    fileIds: snippet?.fileIds ?? [],
    teamId: snippet?.teamId ?? null,
  }),
  deletion: { verb: msg`Delete snippet`, text: msg`Messages that were sent with it stay. This cannot be undone.` },
});

function FileCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={cells.row}>
      <Paperclip size={14} aria-hidden />
      {count}
    </span>
  );
}

function TeamName({ teamId }: { teamId: string | null }) {
  const { t } = useLingui();
  const teams = useOptions('teams');
  if (teamId === null) return <span className={cells.muted}>{t`Everybody`}</span>;
  return <bdi>{teams.find(({ value }) => value === teamId)?.label ?? '…'}</bdi>;
}

export default function SnippetsPage({ item }: PageProps) {
  return <ResourcePage resource={snippets} item={item} />;
}
