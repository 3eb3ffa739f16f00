import { useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { cx, ErrorState, SkeletonRows } from '../../../kit/index.ts';
import { chatLoader, connectChats, indexOf, setChannels } from '../../../live/chats/index.ts';
import { PickerDialog } from '../actions/index.ts';
import { useCounts, useFreshCounts } from '../queries/counts.ts';
import { useChannels, useFreshDirectory, useTeams, useUsers } from '../queries/directory.ts';
import { type InboxQuery, useInboxQuery } from '../queries/use-inbox.ts';
import bulkStyles from './BulkBar.module.css';
import { BulkBar, JobBar } from './BulkBar.tsx';
import styles from './ChatListPane.module.css';
import type { Names } from './ChatRow.tsx';
import { ChatRows } from './ChatRows.tsx';
import { EmptyList } from './EmptyList.tsx';
import { FilterBar } from './FilterBar.tsx';
import { type Focusable, ListHeader } from './ListHeader.tsx';
import { SearchResults } from './SearchResults.tsx';
import { ALL, addRange, countOf, isEmpty, NOTHING, type Selection, targetOf, toggle } from './selection.ts';
import { useChatList } from './use-chat-list.ts';
import { useListActions } from './use-list-actions.ts';
import { type ListNavigation, useListNavigation } from './use-navigation.ts';
import { ViewChips } from './ViewChips.tsx';
import { useCountText } from './view-names.tsx';

/** The list of the inbox: header, filters, rows or search results, and the bar of chosen chats. */
export function ChatListPane({ className }: { className?: string | undefined }) {
  const { t } = useLingui();
  const { client, me } = useSession();
  const inbox = useInboxQuery();
  const navigation = useListNavigation(inbox.key);
  const [isSelecting, setSelecting] = useState(false);
  const [selection, setSelection] = useSelection(inbox.key);
  const searchInput = useRef<Focusable>(null);
  const names = useNames();
  useLayoutEffect(() => connectChats(client, me.user.id), [client, me.user.id]); // before the rows ask for their page
  useFreshDirectory();
  useFreshCounts();
  const counts = useCounts(inbox);
  const endSelection = () => {
    setSelection(NOTHING);
    setSelecting(false);
  };
  useKeys(inbox, navigation, selection, setSelection, endSelection, searchInput);
  const { find } = inbox.search;
  const total = counts[inbox.key];
  return (
    <section className={cx(className, styles.pane)} aria-label={t`Chats`}>
      <ListHeader inbox={inbox} total={total} search={searchInput} />
      <ViewChips inbox={inbox} counts={counts} />
      {!find && (
        <FilterBar
          inbox={inbox}
          isSelecting={isSelecting || !isEmpty(selection)}
          onSelect={() => (isSelecting || !isEmpty(selection) ? endSelection() : setSelecting(true))}
        />
      )}
      {find ? (
        <SearchResults text={find} names={names} />
      ) : (
        <Rows inbox={inbox} navigation={navigation} names={names} selection={selection} setSelection={setSelection} />
      )}
      <Bars
        inbox={inbox}
        selection={selection}
        isSelecting={isSelecting}
        total={total}
        setSelection={setSelection}
        onDone={endSelection}
      />
      <PickerDialog />
    </section>
  );
}

/** The chosen chats; another list begins with none. */
function useSelection(listKey: string): [Selection, (next: Selection | ((before: Selection) => Selection)) => void] {
  const [state, setState] = useState<{ listKey: string; selection: Selection }>({ listKey, selection: NOTHING });
  const selection = state.listKey === listKey ? state.selection : NOTHING;
  const set = (next: Selection | ((before: Selection) => Selection)) =>
    setState((before) => {
      const current = before.listKey === listKey ? before.selection : NOTHING;
      return { listKey, selection: typeof next === 'function' ? next(current) : next };
    });
  return [selection, set];
}

function useNames(): Names {
  const { me } = useSession();
  const [users, teams, channels] = [useUsers(), useTeams(), useChannels()];
  useEffect(() => setChannels(channels), [channels]);
  return useMemo(() => {
    const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]));
    return { userId: me.user.id, users: byId(users), teams: byId(teams), channels: byId(channels) };
  }, [me.user.id, users, teams, channels]);
}

type SetSelection = ReturnType<typeof useSelection>[1];

function useKeys(
  { query }: InboxQuery,
  navigation: ListNavigation,
  selection: Selection,
  setSelection: SetSelection,
  clearSelection: () => void,
  searchInput: React.RefObject<Focusable | null>,
): void {
  const { me } = useSession();
  const latest = useRef({ query, navigation, selection, setSelection, clearSelection });
  latest.current = { query, navigation, selection, setSelection, clearSelection };
  const context = useMemo(() => {
    const active = () => latest.current.navigation.activeId;
    return {
      userId: me.user.id,
      target: () => {
        const { selection, query } = latest.current;
        if (!isEmpty(selection)) return targetOf(selection, query, null);
        const id = active();
        return id ? { ids: [id] } : null;
      },
      move: (step: 1 | -1) => latest.current.navigation.move(step),
      open: () => void (active() && latest.current.navigation.open(active() ?? '')),
      toggle: () => void (active() && latest.current.setSelection((before) => toggle(before, active() ?? ''))),
      selectAll: () => latest.current.setSelection(ALL),
      clearSelection: () => latest.current.clearSelection(),
      hasSelection: () => !isEmpty(latest.current.selection),
      leave: (target: Parameters<ListNavigation['leave']>[0]) => latest.current.navigation.leave(target),
      focusSearch: () => searchInput.current?.focus(),
    };
  }, [me.user.id, searchInput]);
  useListActions(context);
}

type RowsProps = {
  inbox: InboxQuery;
  navigation: ListNavigation;
  names: Names;
  selection: Selection;
  setSelection: SetSelection;
};

function Rows({ inbox, navigation, names, selection, setSelection }: RowsProps) {
  const { t } = useLingui();
  const { openId, activeId, open } = navigation;
  const { list, version, isLoading, error } = useChatList(inbox, openId);
  const lastToggled = useRef<string | null>(null);
  const setter = useRef(setSelection);
  setter.current = setSelection;
  const handlers = useMemo(
    () => ({
      onToggle: (id: string) => {
        lastToggled.current = id;
        setter.current((before) => toggle(before, id));
      },
      onRange: (id: string) => {
        const [from, to] = [list ? indexOf(list, lastToggled.current ?? id) : -1, list ? indexOf(list, id) : -1];
        const ids = list?.rows.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1).map((row) => row.id) ?? [];
        setter.current((before) => addRange(before, ids));
      },
    }),
    [list],
  );
  if (!list || (list.nextCursor === undefined && !error)) return <SkeletonRows count={8} />;
  const retry = () => void (list.nextCursor === undefined ? chatLoader.loadMore(inbox.key) : chatLoader.reload(inbox.key, 0));
  const failed = error ? <ErrorState title={t`Chats could not be loaded`} error={error} onRetry={retry} /> : null;
  if (list.rows.length === 0 && list.waiting.size === 0)
    return failed ?? (isLoading ? <SkeletonRows count={8} /> : <EmptyList inbox={inbox} />);
  return (
    <div className={styles.rows}>
      {failed}
      <ChatRows
        key={inbox.key}
        listKey={inbox.key}
        list={list}
        version={version}
        names={names}
        openId={openId}
        activeId={activeId}
        selection={selection}
        searchText={location.search}
        onOpen={open}
        {...handlers}
      />
    </div>
  );
}

type BarsProps = {
  inbox: InboxQuery;
  selection: Selection;
  isSelecting: boolean;
  total: { count: number; isAtLeast: boolean } | undefined;
  setSelection: SetSelection;
  onDone: () => void;
};

function Bars({ inbox, selection, isSelecting, total, setSelection, onDone }: BarsProps) {
  const countText = useCountText();
  const known = total && !total.isAtLeast ? total.count : null;
  return (
    <div className={bulkStyles.bars}>
      <JobBar />
      {(isSelecting || !isEmpty(selection)) && (
        <BulkBar
          count={countOf(selection, known)}
          target={targetOf(selection, inbox.query, known)}
          total={countText(total)}
          onSelectAll={selection.kind === 'all' ? undefined : () => setSelection(ALL)}
          onDone={onDone}
        />
      )}
    </div>
  );
}
