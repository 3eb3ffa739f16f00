import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { FindCandidates } from '../../storage/search.ts';

/** Up to this many contacts are looked up one by one. With more, rows in the order of the page are compared until it is full. */
const MOST_NAMED = 5_000;

/** Finds the contacts whose names may contain each part, by the index of names. */
export const findNamed: FindCandidates = async (ctx, parts) => {
  const found = await rows<{ part: string; ids: string[] | null }>(
    ctx,
    sql`select part, find_contacts_named(part, ${MOST_NAMED}::int) as ids from unnest(${parts}::text[]) as part`,
  );
  const byPart = new Map(found.map(({ part, ids }) => [part, ids]));
  return (part) => byPart.get(part) ?? 'many';
};

const PAGE = 500;

/** Adds the names of contacts of before the index existed, a page per step. Searches use the index from the last one on. */
export async function indexContactNames(
  ctx: Ctx,
  { afterId }: { afterId: string },
): Promise<{ input: { afterId: string } } | undefined> {
  const statement = sql`select index_contact_names(${afterId}::uuid, ${PAGE}::int) as "lastId"`;
  const lastId = (await row<{ lastId: string | null }>(ctx, statement))?.lastId;
  if (lastId) return { input: { afterId: lastId } };
  await rows(ctx, sql`delete from contact_name_backfills where tenant_id = ${ctx.tenantId}`);
  return undefined;
}
