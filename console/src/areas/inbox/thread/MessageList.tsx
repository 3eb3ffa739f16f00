import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../kit/index.ts';
import type { LoadedThread } from '../../../live/messages/store.ts';
import { DayRow, EventRow, NewRow, NoteRow } from './BesideRows.tsx';
import { MessageRow } from './MessageRow.tsx';
import { OutgoingRow } from './OutgoingRow.tsx';
import type { Row } from './rows.ts';
import { useServices } from './services.ts';
import styles from './Thread.module.css';

type Props = {
  chatId: string;
  loaded: LoadedThread;
  rows: readonly Row[];
  contactName: string;
  /** The message that was searched for. */
  highlightId: string | undefined;
  onTemplate: () => void;
  onEdit: (text: string) => void;
};

const ESTIMATES: Record<Row['kind'], number> = { day: 40, new: 40, message: 76, outgoing: 76, note: 76, event: 28 };
const AT_END_PX = 60;
const LOAD_BEFORE_ROWS = 8;

/** The virtual list of a thread. It is anchored at its end: older pages and growing rows do not move what is read. */
export function MessageList({ chatId, loaded, rows, contactName, highlightId, onTemplate, onEdit }: Props) {
  const { t } = useLingui();
  const { threads } = useServices();
  const scroller = useRef<HTMLDivElement>(null);
  const { thread, version, loading, error } = loaded;
  const [isHeld, release] = useHeld(highlightId, scroller);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => ESTIMATES[rows[index]?.kind ?? 'message'],
    anchorTo: 'end',
    followOnAppend: thread.newer === null && !isHeld,
    scrollEndThreshold: AT_END_PX,
    overscan: 10,
    paddingStart: 12,
    paddingEnd: 12,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];

  const goToStart = useEffectEvent(() => {
    const wanted = isHeld ? rows.findIndex((row) => row.kind === 'message' && row.message.id === highlightId) : -1;
    if (wanted >= 0) virtual.scrollToIndex(wanted, { align: 'center' });
    else virtual.scrollToEnd();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the messages were replaced or another one is searched for
  useLayoutEffect(() => goToStart(), [version, highlightId]);
  // Pages are added around the message that was searched for: it stays in the middle until the person scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when rows were added
  useLayoutEffect(() => {
    if (isHeld) goToStart();
  }, [rows.length]);

  // A page may add no row, and one side waits for the other: what is not loaded is asked for again when a load ends, unless it failed.
  const canLoad = loading === null && error === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after each load
  useEffect(() => {
    if (first < LOAD_BEFORE_ROWS) void threads.loadMore(chatId, 'older');
    if (rows.length - last < LOAD_BEFORE_ROWS) void threads.loadMore(chatId, 'newer');
  }, [threads, chatId, first, last, rows.length, canLoad]);

  const isAtEnd = thread.newer === null && virtual.isAtEnd(AT_END_PX);
  const unseen = useUnseen(rows, isAtEnd) + thread.waiting;
  const toLatest = () => {
    release();
    if (thread.newer === null) virtual.scrollToEnd({ behavior: 'smooth' });
    else void threads.reload(chatId);
  };
  return (
    <div className={styles.scrollArea}>
      {loading === 'older' && (
        <p className={styles.loadingOlder} role="status">
          <Trans>Loading older messages</Trans>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area can be scrolled with keys only if it has the focus */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={t`Messages`}>
        <div className={styles.bottom}>
          <div className={styles.rows} style={{ blockSize: virtual.getTotalSize() }}>
            {items.map((item) => {
              const row = rows[item.index];
              return (
                row && (
                  <div
                    key={item.key}
                    ref={virtual.measureElement}
                    data-index={item.index}
                    className={styles.row}
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    <RowView
                      row={row}
                      contactName={contactName}
                      highlightId={highlightId}
                      onTemplate={onTemplate}
                      onEdit={onEdit}
                    />
                  </div>
                )
              );
            })}
          </div>
        </div>
      </section>
      {!isAtEnd && rows.length > 0 && (
        <div className={styles.toEnd}>
          {unseen > 0 ? (
            <Button
              look="primary"
              size="small"
              className={styles.pill}
              icon={<ArrowDown size={14} aria-hidden />}
              onClick={toLatest}
            >
              <Plural value={unseen} one="# new message" other="# new messages" />
            </Button>
          ) : (
            <IconButton
              look="second"
              label={t`Go to the latest message`}
              icon={<ArrowDown size={16} aria-hidden />}
              onClick={toLatest}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** Whether the message that was searched for is kept on the screen, and a function that ends it. The person ends it by scrolling. */
function useHeld(highlightId: string | undefined, scroller: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [releasedId, setReleasedId] = useState<string>();
  const release = useCallback(() => setReleasedId(highlightId), [highlightId]);
  const isHeld = highlightId !== undefined && highlightId !== releasedId;
  useEffect(() => {
    const [element, ended] = [scroller.current, new AbortController()];
    const types = isHeld ? ['wheel', 'touchmove', 'pointerdown', 'keydown'] : [];
    for (const type of types) element?.addEventListener(type, release, { passive: true, signal: ended.signal });
    return () => ended.abort();
  }, [isHeld, release, scroller]);
  return [isHeld, release];
}

/** Counts the messages of the contact that were added since the end was last on the screen. */
function useUnseen(rows: readonly Row[], isAtEnd: boolean): number {
  const lastKey = rows.at(-1)?.key;
  const [seenKey, setSeenKey] = useState(lastKey);
  if (isAtEnd && seenKey !== lastKey) setSeenKey(lastKey);
  const seen = rows.findLastIndex(({ key }) => key === seenKey);
  if (isAtEnd || seen < 0) return 0;
  return rows.slice(seen + 1).filter((row) => row.kind === 'message' && row.message.sender === 'inbound').length;
}

type RowProps = Pick<Props, 'contactName' | 'highlightId' | 'onTemplate' | 'onEdit'> & { row: Row };

function RowView({ row, contactName, highlightId, onTemplate, onEdit }: RowProps) {
  switch (row.kind) {
    case 'day':
      return <DayRow at={row.at} />;
    case 'new':
      return <NewRow count={row.count} />;
    case 'note':
      return <NoteRow note={row.note} />;
    case 'event':
      return <EventRow event={row.event} />;
    case 'outgoing':
      return <OutgoingRow item={row.item} isFirst={row.isFirst} />;
    case 'message':
      return (
        <MessageRow
          row={row}
          contactName={contactName}
          isHighlighted={row.message.id === highlightId}
          onTemplate={onTemplate}
          onEdit={onEdit}
        />
      );
    default:
      return row satisfies never;
  }
}
