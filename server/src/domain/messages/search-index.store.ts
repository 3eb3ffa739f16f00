import sql from 'sql-template-tag';
import { alongWithCommit, type Ctx, prepared, row, rows } from '../../storage/context.ts';
import type { StoredContent } from './message-data.ts';
import { documentOf, type Placed, type SearchQuery } from './search-terms.ts';

/** The fields of a message that its search document is made of. */
export type Indexed = { id: string; sender: Placed['sender']; text: string | null; content: StoredContent };

const indexing = prepared(
  'index_messages',
  sql`insert into message_search (tenant_id, message_id, document)
      select $1, d.id, array_to_tsvector(string_to_array(d.terms, ' ')) from unnest($2::uuid[], $3::text[]) as d(id, terms)
      on conflict do nothing`,
);

/** Adds new messages of a channel to the search, in their transaction and together with its commit. */
export function indexMessages(ctx: Ctx, channelId: string, messages: Indexed[]): void {
  const documents = documentsOf(ctx, messages, () => channelId);
  if (documents.length > 0) alongWithCommit(ctx, insertDocuments(ctx, documents));
}

type Document = { id: string; terms: string };

const documentsOf = <T extends Indexed>(ctx: Ctx, messages: T[], channelOf: (message: T) => string): Document[] =>
  messages.flatMap((message) => {
    const { id, sender } = message;
    const terms = documentOf(ctx.tenantId, textsOf(message), { channelId: channelOf(message), sender });
    return terms === null ? [] : [{ id, terms }];
  });

const insertDocuments = (ctx: Ctx, documents: Document[]) =>
  indexing(
    ctx.tenantId,
    documents.map(({ id }) => id),
    documents.map(({ terms }) => terms),
  );

/** The searched texts: the body or caption, a mail's subject, the name and address of a place, the names of files. */
const textsOf = ({ text, content: { details, attachments = [] } }: Indexed): (string | null)[] => [
  text,
  ...[details?.subject, details?.name, details?.address].filter((one) => typeof one === 'string'),
  ...attachments.map(({ fileName }) => fileName),
];

/** Removes messages from the search. */
export const removeFromIndex = (ctx: Ctx, ids: string[]) =>
  rows(ctx, sql`delete from message_search where tenant_id = ${ctx.tenantId} and message_id = any(${ids}::uuid[])`);

/** Adds a page of older messages to the search. Locks them, so that a concurrent erasure finds their rows. Returns the last id. */
export async function indexPage(ctx: Ctx, afterId: string, limit: number): Promise<string | undefined> {
  const page = await rows<Indexed & { channelId: string }>(
    ctx,
    sql`select m.id, m.sender, m.text, m.content, c.channel_id as "channelId"
        from (select * from messages where tenant_id = ${ctx.tenantId} and id > ${afterId} order by id limit ${limit} for share) m
        cross join lateral (select channel_id from chats where tenant_id = ${ctx.tenantId} and id = m.chat_id offset 0) c
        order by m.id`,
  );
  const documents = documentsOf(ctx, page, ({ channelId }) => channelId);
  if (documents.length > 0) await rows(ctx, insertDocuments(ctx, documents));
  return page.length === limit ? page.at(-1)?.id : undefined;
}

/** A search in the index: newest first, from `fromId` on and before `beforeId`. */
export type IndexSearch = SearchQuery & { fromId: string; beforeId: string; most: number };

type Found = { ids: string[]; reached: string | null };
/** The hits, and where the search continues; null at its end. `isSpent`: the time of a request is used, so the next request continues. */
export type Hits = Found & { isSpent: boolean };

const NOTHING: Found = { ids: [], reached: null };

/** Finds messages of the whole tenant. */
export async function findInTenant(ctx: Ctx, { wanted, exact, fromId, beforeId, most }: IndexSearch): Promise<Hits> {
  const statement = sql`select ids, reached from find_messages(${wanted}::tsquery, ${exact}::tsquery, ${beforeId}::uuid, ${fromId}::uuid, ${most}::int)`;
  const { ids, reached } = (await row<Found>(ctx, statement)) ?? NOTHING;
  return { ids, reached, isSpent: ids.length < most };
}

/** The most messages of chats that one statement compares. */
const MOST_COMPARED = 1_000;

/** Finds messages of some chats: compares the newest ones, which the index of each chat lists. */
export async function findInChats(ctx: Ctx, chatIds: string[], { wanted, fromId, beforeId, most }: IndexSearch): Promise<Hits> {
  const found = await row<Found>(
    ctx,
    sql`with compared as materialized (
          select m.id from unnest(${chatIds}::uuid[]) as chat(id)
          cross join lateral (select id from messages where tenant_id = ${ctx.tenantId} and chat_id = chat.id
            and id >= ${fromId} and id < ${beforeId} order by id desc limit ${MOST_COMPARED}) m
          order by m.id desc limit ${MOST_COMPARED})
        select array(select c.id from compared c
            cross join lateral (select document from message_search where tenant_id = ${ctx.tenantId} and message_id = c.id offset 0) s
            where s.document @@ ${wanted}::tsquery order by c.id desc limit ${most}) as ids,
          (select case when count(*) = ${MOST_COMPARED} then min(id::text) end from compared) as reached`,
  );
  const { ids, reached } = found ?? NOTHING;
  return { ids, reached: ids.length === most ? (ids.at(-1) ?? null) : reached, isSpent: false };
}

/**
 * Returns the newest of some messages that the caller sees, without those of sensitive chats. Looks them up one by one until there are enough: a join
 * would look for all of them in every partition.
 */
export const selectFindable = async (ctx: Ctx, ids: string[], most: number): Promise<string[]> => {
  const found = await rows<{ id: string }>(
    ctx,
    sql`select hit.id from (select id from unnest(${ids}::uuid[]) as given(id) order by id desc) hit
        cross join lateral (select chat_id from messages where tenant_id = ${ctx.tenantId} and id = hit.id offset 0) m
        cross join lateral (select is_sensitive from chats where tenant_id = ${ctx.tenantId} and id = m.chat_id offset 0) c
        where not c.is_sensitive order by hit.id desc limit ${most}`,
  );
  return found.map(({ id }) => id);
};

/** A contact has at most a few chats: one per channel and address. */
const MOST_CHATS = 200;

export const selectChatIdsOf = async (ctx: Ctx, contactId: string): Promise<string[]> => {
  const chats = await rows<{ id: string }>(
    ctx,
    sql`select id from chats where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} order by updated_at desc limit ${MOST_CHATS}`,
  );
  return chats.map(({ id }) => id);
};
