import { z } from 'zod';
import { type Feature, planHas } from '../../domain/tenants/index.ts';
import type { Scope } from '../../domain/tokens/index.ts';
import type { SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import type { DeleteResult as Deleted } from '../../storage/deletion.ts';
import type { Found } from '../../storage/search.ts';
import { SearchBody, searchReply, toSearchReply } from '../../wire/v3/search.ts';
import { DeleteResult } from '../../wire/v3/shapes.ts';
import { type RequestScope, type Route, route, type ViewerAccess } from '../route.ts';

/** `{ success: true, data }`: the response of most operations. */
export const dataReply = (data: z.ZodType): z.ZodType => z.strictObject({ success: z.literal(true), data });

/** `{ success: true }`: the response of operations without a result. */
export const emptyReply: z.ZodType = z.strictObject({ success: z.literal(true) });

type SearchRow<T> = {
  path: `/${string}/search`;
  operationId: string;
  summary: string;
  tag: string;
  scope: Scope;
  viewers: ViewerAccess;
  feature?: Feature;
  item: z.ZodType;
  search: (ctx: Ctx, request: SearchRequest) => Promise<Found<T>>;
} & (
  | { toItem: (item: T, scope: RequestScope) => unknown; toItems?: undefined }
  /** For items that need another query: called once for the whole page. */
  | { toItems: (ctx: Ctx, items: T[], scope: RequestScope) => Promise<unknown[]>; toItem?: undefined }
);

/** Defines a search operation. */
export const searchRoute = <T>({ item, search, toItem, toItems, ...row }: SearchRow<T>): Route =>
  route({
    ...row,
    method: 'POST',
    body: SearchBody,
    reply: searchReply(item),
    handle: async (ctx, { body }, scope) => {
      const found = await search(ctx, body);
      const items = toItems ? await toItems(ctx, found.items, scope) : found.items.map((one) => toItem(one, scope));
      return toSearchReply({ ...found, items }, (shown) => shown, body);
    },
  });

type DeleteRow = {
  path: `/${string}/:${string}`;
  operationId: string;
  summary: string;
  tag: string;
  scope: Scope;
  viewers: ViewerAccess;
  feature?: Feature;
};

export const deleteRoute = (
  row: DeleteRow & { remove: (ctx: Ctx, id: string, scope: RequestScope) => Promise<Deleted> },
): Route => {
  const { remove, ...rest } = row;
  return route({
    ...rest,
    method: 'DELETE',
    reducesUse: true,
    isBulk: true, // dependent rows are deleted too
    reply: dataReply(DeleteResult),
    handle: async (ctx, { params }, scope) => ({ data: await remove(ctx, String(Object.values(params)[0]), scope) }),
  });
};

/** Returns whether the plan of the tenant lacks a feature. Resources that need it are shown as suspended. */
export const isSuspended = (feature: Feature, { caller }: RequestScope): boolean => !planHas(caller.plan, feature);
