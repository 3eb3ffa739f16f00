import { Plural, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Users } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Button, Checkbox, EmptyState, ErrorState, Hidden, SkeletonRows, useNarrow } from '../../../kit/index.ts';
import { useFieldTitles } from '../filter/use-words.ts';
import { useAttributes, useChannels } from '../queries.ts';
import { type ListAddress, nextSort, readColumns, readSort } from './address.ts';
import { ContactRow } from './ContactRow.tsx';
import styles from './Contacts.module.css';
import { isEmpty, isSelected, type Selection, toggled, toggledAll } from './selection.ts';

type Props = {
  list: Pick<UseInfiniteQueryResult, 'error' | 'isPending' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'refetch'>;
  contacts: types.Contact[];
  total: number | undefined;
  address: ListAddress;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  onSort: (sortBy: string | undefined) => void;
  onCreate: () => void;
};

const ROW_PX = 40;
const NARROW_ROW_PX = 64;
const AHEAD = 20;

/** A virtual table: only visible rows are in the document, the next page is loaded before its rows are reached. */
export function ContactTable(props: Props) {
  const { t } = useLingui();
  const { list, contacts, address, onCreate } = props;
  if (list.error)
    return (
      <div className={styles.state}>
        <ErrorState title={t`Contacts could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />
      </div>
    );
  if (list.isPending) return <SkeletonRows count={8} />;
  if (contacts.length > 0) return <Rows {...props} />;
  if (address.query || address.search)
    return (
      <EmptyState icon={<Users size={20} aria-hidden />} title={t`No contact matches`} text={t`Change or clear the filter.`} />
    );
  return (
    <EmptyState
      icon={<Users size={20} aria-hidden />}
      title={t`No contacts yet`}
      text={t`Contacts appear here when somebody writes to you, when you import a file, or when you create one.`}
    >
      <Button look="primary" onClick={onCreate}>{t`New contact`}</Button>
    </EmptyState>
  );
}

function Rows({ list, contacts, total, address, selection, onSelection, onSort }: Props) {
  const { t } = useLingui();
  const scroller = useRef<HTMLElement>(null);
  const lastId = useRef<string | null>(null);
  const isNarrow = useNarrow();
  const attributes = useAttributes();
  const channels = useChannels();
  const channelTypes = useMemo(() => new Map(channels?.map(({ id, type }) => [id, type])), [channels]);
  const kinds = useMemo(
    () => new Map(attributes?.map(({ externalId, type }) => [`attributes.${externalId}`, type])),
    [attributes],
  );
  const columns = readColumns(address.columns, attributes ?? []);
  const rowPx = isNarrow ? NARROW_ROW_PX : ROW_PX;
  const virtual = useVirtualizer({
    count: contacts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const isNearEnd = last !== undefined && last.index >= contacts.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  }, [isNearEnd, list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when their height changes
  useEffect(() => virtual.measure(), [virtual, rowPx]);
  const ids = useMemo(() => contacts.map(({ id }) => id), [contacts]);
  const toggle = (id: string, withRange: boolean) => {
    onSelection(toggled(selection, id, ids, withRange ? lastId.current : null));
    lastId.current = id;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas can be focused
    <section ref={scroller} className={styles.wrap} aria-label={t`Contacts, table`} tabIndex={0}>
      <table className={styles.table} aria-rowcount={total ?? -1}>
        <caption>
          <Hidden>
            <Plural value={total ?? contacts.length} one="# contact" other="# contacts" />
          </Hidden>
        </caption>
        <Head columns={columns} address={address} onSort={onSort}>
          <Checkbox
            name={t`Select all loaded contacts`}
            checked={selection.all || (!isEmpty(selection) && ids.every((id) => selection.ids.has(id)))}
            mixed={!selection.all && !isEmpty(selection) && !ids.every((id) => selection.ids.has(id))}
            onChange={() => onSelection(toggledAll(selection, ids))}
          />
        </Head>
        <tbody>
          <Spacer height={first?.start ?? 0} />
          {items.map(({ index }) => {
            const contact = contacts[index];
            return (
              contact && (
                <ContactRow
                  key={contact.id}
                  rowIndex={index + 2}
                  contact={contact}
                  columns={columns}
                  channelTypes={channelTypes}
                  kinds={kinds}
                  isSelected={isSelected(selection, contact.id)}
                  onToggle={(withRange) => toggle(contact.id, withRange)}
                />
              )
            );
          })}
          <Spacer height={virtual.getTotalSize() - (last?.end ?? 0)} />
        </tbody>
      </table>
      {list.isFetchingNextPage && <p className={styles.more}>{t`Loading more`}</p>}
    </section>
  );
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className={styles.spacer} style={{ blockSize: height }}>
      <td />
    </tr>
  );

type HeadProps = {
  columns: string[];
  address: ListAddress;
  onSort: (sortBy: string | undefined) => void;
  children: React.ReactNode;
};

const sortable = new Set(['phoneNumber', 'email', 'isSubscribed', 'createdAt', 'updatedAt']);

function Head({ columns, address, onSort, children }: HeadProps) {
  const { t } = useLingui();
  const titles = useFieldTitles();
  const attributes = useAttributes() ?? [];
  const sort = readSort(address.sortBy);
  const titleOf = (column: string) =>
    titles[column] ?? attributes.find(({ externalId }) => column === `attributes.${externalId}`)?.name ?? column;
  const cell = (column: string, field: string | null, title: string) => {
    const direction = field === sort.field ? sort.direction : undefined;
    return (
      <th
        key={column}
        scope="col"
        aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
        data-column={column}
        data-kind={attributes.find(({ externalId }) => column === `attributes.${externalId}`)?.type}
      >
        {field ? (
          <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, field))}>
            {title}
            {direction && <span aria-hidden>{direction === 'asc' ? '↑' : '↓'}</span>}
          </button>
        ) : (
          title
        )}
      </th>
    );
  };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles.box}>
          {children}
        </th>
        {cell('name', 'fullName', t`Name`)}
        {columns.map((column) => cell(column, sortable.has(column) ? column : null, titleOf(column)))}
      </tr>
    </thead>
  );
}
