import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, GitMerge, Upload, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, buttonClass, Count, IconButton, Page, PageHeader } from '../../../kit/index.ts';
import { ExportDialog } from '../export/ExportDialog.tsx';
import { QueryBar } from '../filter/QueryBar.tsx';
import { useContactChanges, useContactList } from '../queries.ts';
import { type ListAddress, readAddress } from './address.ts';
import { BulkBar } from './BulkBar.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import styles from './Contacts.module.css';
import { ContactTable } from './ContactTable.tsx';
import { CreateContactDialog } from './CreateContactDialog.tsx';
import { DuplicatesDialog } from './DuplicatesDialog.tsx';
import { SearchField } from './SearchField.tsx';
import { nothing, type Selection } from './selection.ts';
import { useListActions } from './use-list-actions.ts';

/** Which dialog of the page is open. */
export type Opened = 'create' | 'export' | 'duplicates' | null;

export function ContactsPage() {
  const { t, i18n } = useLingui();
  const { can } = useSession();
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
  const isWriter = can('contacts.write');
  return (
    <Page
      header={
        <PageHeader title={t`Contacts`} meta={<Count>{total === undefined ? '' : i18n.number(total)}</Count>}>
          <SearchField value={address.search ?? ''} onChange={(text) => change({ search: text || undefined })} />
          <span className={styles.headActions}>
            <ColumnMenu columns={address.columns} onChange={(columns) => change({ columns })} />
            <IconButton
              label={t`Find duplicates`}
              icon={<GitMerge size={16} aria-hidden />}
              onClick={() => setOpened('duplicates')}
            />
            {isWriter && (
              <IconButton label={t`Export`} icon={<Download size={16} aria-hidden />} onClick={() => setOpened('export')} />
            )}
          </span>
          {isWriter && (
            <>
              <Link to="/contacts/import" className={buttonClass({}, styles.importLink)}>
                <Upload size={16} aria-hidden />
                <span className={styles.wideOnly}>{t`Import`}</span>
              </Link>
              <Button look="primary" icon={<UserPlus size={16} aria-hidden />} onClick={() => setOpened('create')}>
                <span className={styles.wideOnly}>{t`New contact`}</span>
              </Button>
            </>
          )}
        </PageHeader>
      }
    >
      <div className={styles.area}>
        <QueryBar
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
