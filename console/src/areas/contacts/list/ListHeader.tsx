import { useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { Download, GitMerge, MoreHorizontal, Upload, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, buttonClass, Count, IconButton, Menu, PageHeader, useNarrow, WideText } from '../../../kit/index.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import styles from './Contacts.module.css';
import type { Opened } from './ContactsPage.tsx';

type Props = {
  total: number | undefined;
  columns: string | undefined;
  onColumns: (columns: string | undefined) => void;
  onOpen: (dialog: Opened) => void;
  /** The search field; narrow screens have it below. */
  children: ReactNode;
};

/** Title and actions of the list. On narrow screens all actions but one are in a menu. */
export function ListHeader({ total, columns, onColumns, onOpen, children }: Props) {
  const { t, i18n } = useLingui();
  const { can } = useSession();
  const isNarrow = useNarrow();
  const isWriter = can('contacts.write');
  const create = isWriter && (
    <Button look="primary" icon={<UserPlus size={16} aria-hidden />} onClick={() => onOpen('create')}>
      <WideText isForDesktop>{t`New contact`}</WideText>
    </Button>
  );
  return (
    <PageHeader title={t`Contacts`} meta={<Count>{total === undefined ? '' : i18n.number(total)}</Count>}>
      {isNarrow ? (
        <NarrowMenu isWriter={isWriter} onOpen={onOpen} />
      ) : (
        <>
          {children}
          <span className={styles.headActions}>
            <ColumnMenu columns={columns} onChange={onColumns} />
            <IconButton
              label={t`Find duplicates`}
              icon={<GitMerge size={16} aria-hidden />}
              onClick={() => onOpen('duplicates')}
            />
            {isWriter && (
              <IconButton label={t`Export`} icon={<Download size={16} aria-hidden />} onClick={() => onOpen('export')} />
            )}
          </span>
          {isWriter && (
            <Link to="/contacts/import" className={buttonClass({}, styles.importLink)}>
              <Upload size={16} aria-hidden />
              <WideText isForDesktop>{t`Import`}</WideText>
            </Link>
          )}
        </>
      )}
      {create}
    </PageHeader>
  );
}

function NarrowMenu({ isWriter, onOpen }: { isWriter: boolean; onOpen: Props['onOpen'] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const forWriters = [
    { label: t`Import`, icon: <Upload size={16} aria-hidden />, onSelect: () => void navigate({ to: '/contacts/import' }) },
    { label: t`Export`, icon: <Download size={16} aria-hidden />, onSelect: () => onOpen('export') },
  ];
  return (
    <Menu
      align="end"
      trigger={<IconButton label={t`More actions`} icon={<MoreHorizontal size={16} aria-hidden />} />}
      items={[
        ...(isWriter ? forWriters : []),
        { label: t`Find duplicates`, icon: <GitMerge size={16} aria-hidden />, onSelect: () => onOpen('duplicates') },
      ]}
    />
  );
}
