import { Plural, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Download, GitMerge, Tag, X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, IconButton } from '../../../kit/index.ts';
import { toFilterText } from '../../../people/filter/conditions.ts';
import type { ContactSearch } from '../../../people/queries.ts';
import { ExportDialog } from '../export/ExportDialog.tsx';
import { BulkAttributeDialog } from './BulkAttributeDialog.tsx';
import { BulkLabelDialog } from './BulkLabelDialog.tsx';
import styles from './Contacts.module.css';
import { isEmpty, nothing, type Selection, sizeOf } from './selection.ts';

type Props = {
  search: ContactSearch;
  contacts: types.Contact[];
  total: number;
  selection: Selection;
  onSelection: (selection: Selection) => void;
};

/** The most ids that fit into a query of 2,000 characters. Longer selections are exported by the search. */
const MOST_IDS_IN_QUERY = 45;

/** What can be done with the selected contacts. */
export function BulkBar({ search, contacts, total, selection, onSelection }: Props) {
  const { t } = useLingui();
  const { can } = useSession();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'label' | 'attribute' | 'export' | null>(null);
  const count = sizeOf(selection, total);
  if (isEmpty(selection) || !can('contacts.write')) return null;
  const ids = [...selection.ids];
  const merge = () => {
    const [one = '', other] = ids;
    void navigate({ to: '/contacts/merge', search: { one, ...(other && { other }) } });
  };
  const exported: ContactSearch = selection.all
    ? search
    : { query: toFilterText([[{ field: 'id', operator: 'isOneOf', values: ids }]]), sortBy: search.sortBy };
  const close = () => setOpened(null);
  return (
    <>
      <div className={styles.bulk} role="toolbar" aria-label={t`With the selected contacts`}>
        <span className={styles.bulkCount} role="status">
          <Plural value={count} one="# selected" other="# selected" />
          {!selection.all && total > contacts.length && ids.length >= contacts.length && (
            <Button look="link" size="small" onClick={() => onSelection({ all: true, ids: new Set() })}>
              <Plural value={total} other="Select all #" />
            </Button>
          )}
        </span>
        <span className={styles.separator} aria-hidden />
        <Button
          look="quiet"
          size="small"
          icon={<Tag size={14} aria-hidden />}
          onClick={() => setOpened('label')}
        >{t`Label`}</Button>
        <Button look="quiet" size="small" onClick={() => setOpened('attribute')}>{t`Set attribute`}</Button>
        {count === 2 && !selection.all && (
          <Button look="quiet" size="small" icon={<GitMerge size={14} aria-hidden />} onClick={merge}>{t`Merge`}</Button>
        )}
        {(selection.all || ids.length <= MOST_IDS_IN_QUERY) && (
          <Button
            look="quiet"
            size="small"
            icon={<Download size={14} aria-hidden />}
            onClick={() => setOpened('export')}
          >{t`Export`}</Button>
        )}
        <span className={styles.separator} aria-hidden />
        <IconButton
          size="small"
          label={t`Clear selection`}
          icon={<X size={14} aria-hidden />}
          onClick={() => onSelection(nothing)}
        />
      </div>
      <BulkLabelDialog open={opened === 'label'} onClose={close} search={search} selection={selection} count={count} />
      <BulkAttributeDialog open={opened === 'attribute'} onClose={close} search={search} selection={selection} count={count} />
      <ExportDialog open={opened === 'export'} onClose={close} search={exported} total={count} />
    </>
  );
}
