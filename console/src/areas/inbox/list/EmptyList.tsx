import { useLingui } from '@lingui/react/macro';
import { Inbox, ListFilter } from 'lucide-react';
import { Button, EmptyState } from '../../../kit/index.ts';
import { filtersOf, NO_FILTERS } from '../queries/search-params.ts';
import { type InboxQuery, useSetSearch } from '../queries/use-inbox.ts';

/** One sentence for a list without chats, and one way out. */
export function EmptyList({ inbox }: { inbox: InboxQuery }) {
  const { t } = useLingui();
  const setSearch = useSetSearch();
  const { view, search } = inbox;
  const hasFilters = Object.keys(filtersOf(search)).length > 0 || search.filter || search.q;
  if (hasFilters)
    return (
      <EmptyState icon={<ListFilter size={20} aria-hidden />} title={t`No chats with these filters`}>
        <Button onClick={() => setSearch({ ...NO_FILTERS, sort: search.sort })}>{t`Remove filters`}</Button>
      </EmptyState>
    );
  const titles: Record<string, string> = {
    mine: t`No chats are assigned to you`,
    unassigned: t`Every open chat has an assignee`,
    mentions: t`Nobody has mentioned you`,
    waiting: t`Nobody waits for an answer`,
    closing: t`No messaging window is open`,
    snoozed: t`No chats are snoozed`,
    closed: t`No chats are closed`,
  };
  return (
    <EmptyState
      icon={<Inbox size={20} aria-hidden />}
      title={titles[view] ?? t`No chats here`}
      text={t`New ones appear by themselves.`}
    >
      {view === 'mine' && <Button onClick={() => setSearch({ view: 'unassigned' })}>{t`Show unassigned chats`}</Button>}
    </EmptyState>
  );
}
