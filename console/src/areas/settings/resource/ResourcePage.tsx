import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { type Column, cx, EmptyState, ErrorState, SearchInput, SkeletonRows, Table } from '../../../kit/index.ts';
import { AddButton } from '../AddButton.tsx';
import { SettingsHeader } from '../SettingsHeader.tsx';
import type { Resource } from './define-resource.ts';
import styles from './Resource.module.css';
import { ResourcePanel } from './ResourcePanel.tsx';
import { useResource } from './use-resource.ts';

type Props<Item extends { id: string }, Values extends object> = { resource: Resource<Item, Values>; item: string | undefined };

/** More entries than this get a search field. */
const SEARCH_FROM = 12;

/** The list of a resource, and beside it the entry that is open. On narrow screens one of both. */
export function ResourcePage<Item extends { id: string }, Values extends object>({ resource, item }: Props<Item, Values>) {
  const { t, i18n } = useLingui();
  const { can } = useSession();
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useResource(resource);
  const [search, setSearch] = useState('');
  const open = (id: string | undefined) =>
    void (id
      ? navigate({ to: '/settings/$page/$item', params: { page: resource.key, item: id } })
      : navigate({ to: '/settings/$page', params: { page: resource.key } }));
  const canWrite = can(resource.scope);
  const rows = (data ?? []).filter((row) => resource.nameOf(row).toLocaleLowerCase().includes(search.toLocaleLowerCase()));
  const add = canWrite && <AddButton label={i18n._(resource.add)} isSmall={item !== undefined} onClick={() => open('new')} />;
  const Icon = resource.icon;

  return (
    <div className={cx(styles.page, resource.isWide && styles.wide)} data-open={item ? '' : undefined}>
      <section className={styles.list}>
        <SettingsHeader title={i18n._(resource.title)}>{data && data.length > 0 && add}</SettingsHeader>
        <div className={styles.body}>
          <p className={styles.intro}>{i18n._(resource.text)}</p>
          {resource.Top && <resource.Top />}
          {error && <ErrorState title={t`The list could not be loaded`} error={error} onRetry={() => void refetch()} />}
          {isPending && <SkeletonRows count={4} />}
          {data && data.length > SEARCH_FROM && (
            <SearchInput
              label={t`Search`}
              className={styles.search}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          {data?.length === 0 && (
            <EmptyState icon={<Icon size={24} aria-hidden />} title={i18n._(resource.empty)}>
              {add}
            </EmptyState>
          )}
          {data && data.length > 0 && (
            <Table
              name={i18n._(resource.title)}
              columns={columnsOf(resource, i18n, open)}
              rows={rows}
              rowKey={(row) => row.id}
              onRowClick={(row) => open(row.id)}
              isSelected={(row) => row.id === item}
            />
          )}
        </div>
      </section>
      {item && (item === 'new' || data) && (
        <ResourcePanel
          key={item}
          resource={resource}
          item={data?.find(({ id }) => id === item) ?? null}
          isNew={item === 'new'}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  );
}

/** The columns of the table. The name of an entry is a button, so that the keyboard reaches it. */
function columnsOf<Item extends { id: string }, Values extends object>(
  { columns }: Resource<Item, Values>,
  i18n: ReturnType<typeof useLingui>['i18n'],
  open: (id: string) => void,
): Column<Item>[] {
  return columns.map(({ key, head, Cell, end = false, isName = false }) => ({
    key,
    head: i18n._(head),
    end,
    noLabel: isName,
    cell: (item) =>
      isName ? (
        <button
          type="button"
          className={styles.name}
          onClick={(event) => {
            event.stopPropagation();
            open(item.id);
          }}
        >
          <Cell item={item} />
        </button>
      ) : (
        <Cell item={item} />
      ),
  }));
}
