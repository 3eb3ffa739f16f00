import { useLingui } from '@lingui/react/macro';
import { ArrowDownNarrowWide, ListFilter } from 'lucide-react';
import { lazy } from 'react';
import { Button, Chip, Menu, Popover } from '../../../kit/index.ts';
import { sortOf } from '../queries/chat-query.ts';
import { filtersOf, SORTS, type Sort } from '../queries/search-params.ts';
import { type InboxQuery, useSetSearch } from '../queries/use-inbox.ts';
import styles from './FilterBar.module.css';
import { useFilterTexts } from './filter-texts.ts';
import { SORT_NAMES } from './view-names.tsx';

const FilterForm = lazy(() => import('./FilterForm.tsx').then(({ FilterForm }) => ({ default: FilterForm })));

type Props = { inbox: InboxQuery; isSelecting: boolean; onSelect: () => void };

/** Order and filters of the list. They are written into the address. */
export function FilterBar({ inbox, isSelecting, onSelect }: Props) {
  const { t, i18n } = useLingui();
  const setSearch = useSetSearch();
  const { search, saved } = inbox;
  const sort = sortOf(search, saved);
  const sorts = (Object.keys(SORTS) as Sort[]).map((id) => ({
    label: i18n._(SORT_NAMES[id]),
    checked: id === sort,
    onSelect: () => setSearch({ sort: id }),
  }));
  return (
    <div className={styles.bar}>
      <Menu
        trigger={
          <Button look="quiet" size="small" icon={<ArrowDownNarrowWide size={16} aria-hidden />}>
            {sort ? i18n._(SORT_NAMES[sort]) : t`Order of the view`}
          </Button>
        }
        items={sorts}
      />
      <Popover
        label={t`Filter`}
        trigger={
          <Button look="quiet" size="small" icon={<ListFilter size={16} aria-hidden />}>
            {t`Filter`}
          </Button>
        }
      >
        <FilterForm inbox={inbox} />
      </Popover>
      <span className={styles.grow} />
      <Button look="quiet" size="small" onClick={onSelect} aria-pressed={isSelecting}>
        {isSelecting ? t`Done` : t`Select`}
      </Button>
      <ActiveFilters inbox={inbox} />
    </div>
  );
}

/** The filters of the address as chips that can be taken off. */
function ActiveFilters({ inbox }: { inbox: InboxQuery }) {
  const { t } = useLingui();
  const setSearch = useSetSearch();
  const texts = useFilterTexts(filtersOf(inbox.search));
  const { filter, q } = inbox.search;
  const more = [...(filter ? [{ name: 'filter' as const, text: filter }] : []), ...(q ? [{ name: 'q' as const, text: q }] : [])];
  const shown = [...texts, ...more];
  if (shown.length === 0) return null;
  return (
    <div className={styles.chips}>
      {shown.map(({ name, text }) => (
        <Chip key={name} onRemove={() => setSearch({ [name]: undefined })} removeLabel={t`Remove filter ${text}`}>
          {text}
        </Chip>
      ))}
    </div>
  );
}
