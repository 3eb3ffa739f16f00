import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import { type MouseEvent, type UIEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '../../../kit/index.ts';
import { type ChatList, chatLoader, chatStore, indexOf, pageAt } from '../../../live/chats/index.ts';
import { ChatRow, type Names } from './ChatRow.tsx';
import styles from './ChatRows.module.css';
import { isEmpty, isSelected, type Selection } from './selection.ts';
import { neighbour } from './use-navigation.ts';
import { usePrefetch } from './use-prefetch.ts';

type Props = {
  listKey: string;
  list: ChatList;
  version: number;
  names: Names;
  openId: string | undefined;
  activeId: string | undefined;
  selection: Selection;
  onToggle: (id: string) => void;
  onRange: (id: string) => void;
  onOpen: (id: string) => void;
  searchText: string;
};

/** This many rows before the end of the loaded part the next page is loaded. */
const AHEAD = 25;
const AT_TOP_PX = 4;
/** Room below the last row for the bar of chosen chats. */
const BAR_PX = 96;

/** The rows that can be seen and a few around them, of a list of any length. */
export function ChatRows({ listKey, list, version, names, openId, activeId, selection, searchText, ...on }: Props) {
  const { t } = useLingui();
  const { basepath } = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = useRowHeight();
  const { rows, waiting } = list;
  const isSelecting = !isEmpty(selection);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    paddingEnd: isSelecting ? BAR_PX : 0,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const scrollTop = useRef(0);
  useStablePosition(scroller, scrollTop, list, version, rowPx);
  useFollowingPages(listKey, list, version, first, last);
  useScrollToActive(scroller, list, activeId, rowPx);
  const hold = useCallback(() => {
    chatStore.hold(listKey, scrollTop.current > AT_TOP_PX || !isEmpty(selection));
  }, [listKey, selection]);
  useEffect(hold, [hold]);
  const onScroll = (event: UIEvent) => {
    scrollTop.current = event.currentTarget.scrollTop;
    hold();
  };
  const showWaiting = () => {
    chatStore.hold(listKey, false);
    scroller.current?.scrollTo({ top: 0 });
  };
  const prefetching = usePrefetch(nextOf(list, openId, activeId));
  const { onOpen, onToggle, onRange } = on;
  const open = useCallback(
    (id: string, event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.button !== 0) return; // a new tab
      event.preventDefault();
      if (event.shiftKey) onRange(id);
      else onOpen(id);
    },
    [onOpen, onRange],
  );
  return (
    <div className={styles.frame}>
      {waiting.size > 0 && (
        <Button
          className={styles.pill}
          look="primary"
          size="small"
          icon={<ArrowUp size={14} aria-hidden />}
          onClick={showWaiting}
        >
          {t`${waiting.size} new`}
        </Button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas can be focused */}
      <section ref={scroller} className={styles.scroller} onScroll={onScroll} aria-label={t`Chat list`} tabIndex={0}>
        <ul className={styles.space} style={{ blockSize: virtual.getTotalSize() }} {...prefetching}>
          {items.map(({ index, key, start }) => {
            const id = rows[index]?.id;
            if (!id) return null;
            return (
              <li
                key={key}
                className={styles.place}
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={list.nextCursor === null ? rows.length : -1}
              >
                <ChatRow
                  chatId={id}
                  href={`${basepath}/inbox/${id}${searchText}`}
                  names={names}
                  isOpen={id === openId}
                  isActive={id === (activeId ?? rows[0]?.id)}
                  isSelected={isSelecting ? isSelected(selection, id) : undefined}
                  onOpen={open}
                  onToggle={onToggle}
                />
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

/** The chat that is probably opened next: the one that keys act on, or the one below the open one. */
const nextOf = (list: ChatList, openId: string | undefined, activeId: string | undefined): string | undefined =>
  activeId !== openId ? activeId : openId && neighbour(list, openId, 1);

/** The height of a row in pixels; it follows the font size of the browser and the density. */
function useRowHeight(): number {
  const measured = useRef(0);
  if (measured.current === 0) {
    const root = getComputedStyle(document.documentElement);
    measured.current = (Number.parseFloat(root.getPropertyValue('--chat-row')) || 4.5) * Number.parseFloat(root.fontSize);
  }
  return measured.current;
}

/**
 * Keeps the first visible row where it is when rows above it come or go. The position is the one of the last scroll event: asking the
 * element would make the browser lay out the page at every render.
 */
function useStablePosition(
  scroller: React.RefObject<HTMLDivElement | null>,
  scrollTop: React.RefObject<number>,
  list: ChatList,
  version: number,
  rowPx: number,
): void {
  const anchor = useRef<{ list: ChatList; id: string; index: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the rows
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = anchor.current;
    if (!element || before?.list !== list || scrollTop.current <= AT_TOP_PX) return;
    const index = indexOf(list, before.id);
    if (index < 0 || index === before.index) return;
    element.scrollTop += (index - before.index) * rowPx;
    scrollTop.current = element.scrollTop;
  }, [version]);
  useLayoutEffect(() => {
    const index = Math.floor(scrollTop.current / rowPx);
    const id = list.rows[index]?.id;
    anchor.current = id ? { list, id, index } : null;
  });
}

/** Loads the next page before the end is reached, and pages again that a lost connection made stale. */
function useFollowingPages(key: string, list: ChatList, version: number, first: number, last: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the rows
  useEffect(() => {
    const page = pageAt(list, first);
    if (list.pages[page]?.isStale) void chatLoader.reload(key, page);
    else if (last >= list.rows.length - AHEAD && list.nextCursor) void chatLoader.loadMore(key);
  }, [key, list, version, first, last]);
}

/** Moves the active row into view and focuses it when the keyboard moved it. */
function useScrollToActive(
  scroller: React.RefObject<HTMLDivElement | null>,
  list: ChatList,
  activeId: string | undefined,
  rowPx: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another row becomes active
  useEffect(() => {
    const element = scroller.current;
    const index = activeId ? indexOf(list, activeId) : -1;
    if (!element || index < 0) return;
    const [top, bottom] = [index * rowPx, (index + 1) * rowPx];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  }, [activeId]);
}
