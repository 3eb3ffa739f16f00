import { useLingui } from '@lingui/react/macro';
import type { Page } from '@patchbay/sdk';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, type Column, EmptyState, ErrorState, SkeletonRows, Table } from '../../kit/index.ts';
import styles from './LogList.module.css';

type Loaded<Row> = { pages: Page<Row>[] };
type Found<Row> = UseInfiniteQueryResult<Loaded<Row>>;

const PAGE_SIZE = 50;

/** Loads a search page by page, the newest first. Nothing is counted: logs are long. */
export function useLog<Row>(
  queryKey: readonly unknown[],
  search: (pagination: { limit: number; cursor?: string; includeTotal: boolean }, signal: AbortSignal) => Promise<Page<Row>>,
) {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      search({ limit: PAGE_SIZE, includeTotal: false, ...(pageParam && { cursor: pageParam }) }, signal),
    getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
  });
}

type Props<Row> = {
  name: string;
  found: Found<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** The entry that is open beside the list. */
  open: string | undefined;
  onOpen: (row: Row) => void;
  empty: ReactNode;
  failed: string;
};

/** The rows of a log with their states: loading, failed, empty, and the button for older rows. */
export function LogList<Row>({ name, found, columns, rowKey, open, onOpen, empty, failed }: Props<Row>) {
  const { t } = useLingui();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = found;
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      {error && (
        <div className={styles.box}>
          <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {isPending && <SkeletonRows count={5} />}
      {data && rows.length === 0 && (typeof empty === 'string' ? <EmptyState title={empty} /> : empty)}
      {rows.length > 0 && (
        <Table
          name={name}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          onRowClick={onOpen}
          isSelected={(row) => rowKey(row) === open}
        />
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? t`Loading` : t`Show older`}
          </Button>
        </div>
      )}
    </>
  );
}

/** The name of a row; the keyboard opens the row with it. */
export const RowName = ({ children, onOpen }: { children: ReactNode; onOpen: () => void }) => (
  <button
    type="button"
    className={styles.name}
    onClick={(event) => {
      event.stopPropagation();
      onOpen();
    }}
  >
    {children}
  </button>
);
