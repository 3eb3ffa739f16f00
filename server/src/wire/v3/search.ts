import { z } from 'zod';

const DEEPEST_OFFSET = 10_000;

const Pagination = z
  .strictObject({
    page: z.int().min(0).optional(),
    limit: z.int().min(1).max(100).default(10),
    cursor: z.string().min(1).max(4_096).optional(),
    /** False leaves out `total`: counting takes longer than reading a page. */
    includeTotal: z.boolean().optional(),
  })
  .refine((paging) => paging.cursor === undefined || paging.page === undefined, {
    path: ['cursor'],
    message: 'Give page or cursor, not both',
  })
  .refine((paging) => (paging.page ?? 0) * paging.limit <= DEEPEST_OFFSET, {
    path: ['page'],
    message: `page × limit may not pass ${DEEPEST_OFFSET}; read deeper with pagination.cursor`,
  })
  .refine(({ cursor, includeTotal }) => cursor === undefined || !includeTotal, {
    path: ['includeTotal'],
    message: 'A page by cursor has no total; ask for it with the first page',
  })
  .transform(({ page, limit, cursor, includeTotal = true }) =>
    cursor === undefined ? { page: page ?? 0, limit, includeTotal } : { cursor, limit },
  );

/** Null, missing and blank all mean "not given", so that the `query` of a response can be sent again. */
const orAbsent = (most: number) =>
  z
    .string()
    .max(most)
    .nullish()
    .transform((text) => (text?.trim() ? text : undefined));

/** Filter, order and text of a search. */
export const searched = { query: orAbsent(2_000), sortBy: orAbsent(500), search: orAbsent(200) };

/** The body of every search. */
export const SearchBody = z.strictObject({
  ...searched,
  pagination: Pagination.optional(),
});

type Found<T> = { items: T[]; page: number | null; limit: number; total: number | null; nextCursor: string | null };

/** `page` and `total` are only for numbered pages, not for cursors; `total` not with `includeTotal: false`. */
export const Paging = z.strictObject({
  page: z.int().optional(),
  limit: z.int(),
  total: z.int().optional(),
  nextCursor: z.string().nullable(),
});

const Echo = z.strictObject({ query: z.string().nullable(), sortBy: z.string().nullable(), search: z.string().nullable() });

export const searchReply = (item: z.ZodType) =>
  z.strictObject({ success: z.literal(true), data: z.array(item), pagination: Paging, query: Echo });

export function toSearchReply<T, W>(found: Found<T>, toItem: (item: T) => W, asked: z.infer<typeof SearchBody>) {
  const numbered = found.page === null ? {} : { page: found.page, ...(found.total !== null && { total: found.total }) };
  return {
    data: found.items.map(toItem),
    pagination: { ...numbered, limit: found.limit, nextCursor: found.nextCursor },
    query: { query: asked.query ?? null, sortBy: asked.sortBy ?? null, search: asked.search ?? null },
  };
}
