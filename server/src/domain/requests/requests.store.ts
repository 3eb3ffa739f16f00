import sql from 'sql-template-tag';
import { isId } from '../../platform/ids.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { LoggedRequest } from './requests.ts';

/** A stored request. `id` is always our own; `givenId` is the id of the caller. */
export type RequestRow = Omit<LoggedRequest, 'error' | 'requestId'> & { givenId: string | null; error: string | null };

const inserting = prepared(
  'insert_requests',
  sql`insert into request_log (tenant_id, id, given_id, created_at, method, route, status, duration_ms, error, token_id, address)
      select $1, * from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::smallint[], $8::real[], $9::jsonb[],
        $10::uuid[], $11::text[])`,
);

export async function insertRequests(ctx: Ctx, requests: RequestRow[]): Promise<void> {
  const all = <K extends keyof RequestRow>(name: K) => requests.map((request) => request[name]);
  await rows(
    ctx,
    inserting(
      ctx.tenantId,
      all('id'),
      all('givenId'),
      all('createdAt'),
      all('method'),
      all('route'),
      all('status'),
      all('durationMs'),
      all('error'),
      all('tokenId'),
      all('address'),
    ),
  );
}

const requestId = sql`coalesce(given_id, id::text)`;
const columns = sql`id, ${requestId} as "requestId", created_at as "createdAt", method, route, status, duration_ms as "durationMs", error,
  token_id as "tokenId", address`;

/** Returns a request by its id; the newest one if a caller used the id twice. */
export const selectRequest = (ctx: Ctx, id: string): Promise<LoggedRequest | undefined> =>
  row<LoggedRequest>(
    ctx,
    sql`select ${columns} from request_log
        where tenant_id = ${ctx.tenantId} and (given_id = ${id} or (id = ${isId(id) ? id : null}::uuid and given_id is null))
        order by id desc limit 1`,
  );

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    requestId: { sql: requestId, type: 'text' },
    method: { sql: sql`method`, type: 'text' },
    route: { sql: sql`route`, type: 'text', nullable: true },
    status: { sql: sql`status`, type: 'number' },
    durationMs: { sql: sql`duration_ms`, type: 'number' },
    messageKey: { sql: sql`error->>'messageKey'`, type: 'text', nullable: true },
    tokenId: { sql: sql`token_id`, type: 'id' },
    address: { sql: sql`address`, type: 'text' },
  },
  searchIn: sql`route`,
  defaultSort: 'desc(id)',
};

export const searchRows = (ctx: Ctx, request: SearchRequest): Promise<Found<LoggedRequest>> =>
  search<LoggedRequest>(ctx, { from: sql`request_log`, tenant: sql`tenant_id`, columns, searchable }, request);
