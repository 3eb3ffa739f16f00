import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Page, useNarrow } from '../../../kit/index.ts';
import { ExportDialog } from '../export/ExportDialog.tsx';
import { QueryBar } from '../filter/QueryBar.tsx';
import { useContactChanges, useContactList } from '../queries.ts';
import { type ListAddress, readAddress } from './address.ts';
import { BulkBar } from './BulkBar.tsx';
import styles from './Contacts.module.css';
import { ContactTable } from './ContactTable.tsx';
import { CreateContactDialog } from './CreateContactDialog.tsx';
import { DuplicatesDialog } from './DuplicatesDialog.tsx';
import { ListHeader } from './ListHeader.tsx';
import { SearchField } from './SearchField.tsx';
import { nothing, type Selection } from './selection.ts';
import { useListActions } from './use-list-actions.ts';

/** Which dialog of the page is open. */
export type Opened = 'create' | 'export' | 'duplicates' | null;

export function ContactsPage() {
  const isNarrow = useNarrow();
  const address = useSearch({ from: '/frame/contacts' });
  const navigate = useNavigate();
  const [selection, setSelection] = useState<Selection>(nothing);
  const [opened, setOpened] = useState<Opened>(null);
  const { columns: _columns, ...search } = address;
  const list = useContactList(search);
  useContactChanges();
  useListActions(setOpened);
  const contacts = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  const total = list.data?.pages[0]?.pagination.total;
  const change = (changes: Partial<Record<keyof ListAddress, string | undefined>>) => {
    if ('query' in changes || 'search' in changes) setSelection(nothing);
    void navigate({ to: '/contacts', search: readAddress({ ...address, ...changes }), replace: 'search' in changes });
  };
  const searchField = <SearchField value={address.search ?? ''} onChange={(text) => change({ search: text || undefined })} />;
  return (
    <Page
      header={
        <ListHeader total={total} columns={address.columns} onColumns={(columns) => change({ columns })} onOpen={setOpened}>
          {searchField}
        </ListHeader>
      }
    >
      <div className={styles.area}>
        <QueryBar
          lead={isNarrow && searchField}
          search={search}
          total={total}
          onQuery={(query) => change({ query })}
          onClear={() => change({ query: undefined, search: undefined })}
        />
        <ContactTable
          list={list}
          contacts={contacts}
          total={total}
          address={address}
          selection={selection}
          onSelection={setSelection}
          onSort={(sortBy) => change({ sortBy })}
          onCreate={() => setOpened('create')}
        />
        <BulkBar
          search={search}
          contacts={contacts}
          total={total ?? contacts.length}
          selection={selection}
          onSelection={setSelection}
        />
      </div>
      <CreateContactDialog open={opened === 'create'} onClose={() => setOpened(null)} />
      <ExportDialog open={opened === 'export'} onClose={() => setOpened(null)} search={search} total={total} />
      <DuplicatesDialog open={opened === 'duplicates'} onClose={() => setOpened(null)} />
    </Page>
  );
}
