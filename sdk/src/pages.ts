/** The body of every search. */
export type Search = {
  /** For example `and(eq(status,"open"),gt(createdAt,"2026-01-01T00:00:00.000Z"))`. */
  query?: string;
  /** For example `desc(createdAt),asc(name)`. */
  sortBy?: string;
  /** Part of a name, in any case. */
  search?: string;
  /** Give `page`, counted from 0, or `cursor`. `limit` is 1 to 100. Without a total (`includeTotal: false`) the answer comes sooner. */
  pagination?: { page?: number; limit?: number; cursor?: string; includeTotal?: boolean };
};

/** A search without a position: iterators have their own. `pageSize` is 1 to 100, and 100 by default. */
export type Each = EachOf<Search>;

/** The same for a search with fields of its own. */
export type EachOf<S> = Omit<S, 'pagination'> & { pageSize?: number };

/** One page of what a search found. `page` and `total` are there when the page was asked for by number. */
export type Page<T> = {
  data: T[];
  pagination: { page?: number; limit: number; total?: number; nextCursor: string | null };
  query: { query: string | null; sortBy: string | null; search: string | null };
};

const LARGEST_PAGE = 100;

/** Walks by cursor, so what is added or deleted meanwhile shifts nothing. The next page is asked for when it is needed. */
export async function* eachItem<T, S extends { pageSize?: number }>(
  { pageSize = LARGEST_PAGE, ...search }: S,
  read: (search: Omit<S, 'pageSize'> & Pick<Search, 'pagination'>) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: Page<T> = await read({ ...search, pagination: { limit: pageSize, ...(cursor !== undefined && { cursor }) } });
    yield* page.data;
    cursor = page.pagination.nextCursor;
  }
}
