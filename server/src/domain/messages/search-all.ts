import { invalidParam } from '../../platform/errors.ts';
import { firstIdAt, isId, NIL_ID, positionAt } from '../../platform/ids.ts';
import { encodeCursor, readCursor } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Message } from './message-data.ts';
import { selectMessages } from './messages.store.ts';
import {
  findInChats,
  findInTenant,
  type Hits,
  type IndexSearch,
  indexPage,
  selectChatIdsOf,
  selectFindable,
} from './search-index.store.ts';
import { type Placed, searchQueryOf } from './search-terms.ts';

export type MessageSearch = {
  text: string;
  chatId?: string | undefined;
  channelId?: string | undefined;
  contactId?: string | undefined;
  direction?: Placed['sender'] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  cursor?: string | undefined;
  limit: number;
};

export type FoundMessages = { items: Message[]; nextCursor: string | null };

const ORDER = 'desc(id)';
/**
 * Hits that the caller may not see are skipped by searching further, this many times, from the second time on among many hits: where a page ends
 * must not tell how many are hidden. After that the page is short and has a cursor.
 */
const MOST_ROUNDS = 4;
const MANY_HITS = 1_000;
/** Clocks of two processes can differ. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Searches the messages of all chats, newest first. Messages of sensitive chats are not found. The time is bounded: a page can have
 * fewer messages than asked for and still have a cursor.
 */
export async function searchAllMessages(ctx: Ctx, wanted: MessageSearch): Promise<FoundMessages> {
  const { text, limit } = wanted;
  const ids = [wanted.chatId, wanted.channelId, wanted.contactId];
  const query = searchQueryOf(ctx.tenantId, text, { channelId: wanted.channelId, sender: wanted.direction });
  if (query === null) throw invalidParam('text', 'custom', 'Give at least one word or number to search for');
  const first = { ...query, fromId: wanted.from ? firstIdAt(wanted.from) : NIL_ID, beforeId: startOf(ctx, wanted) };
  if (ids.some((id) => id !== undefined && !isId(id))) return { items: [], nextCursor: null };
  const find = await finderFor(ctx, wanted);
  const items: Message[] = [];
  let reached: string | null = first.beforeId;
  let isSpent = false;
  for (let round = 0; round < MOST_ROUNDS && reached !== null && !isSpent && items.length <= limit; round++) {
    const hits: Hits = await find({ ...first, beforeId: reached, most: round === 0 ? limit + 1 : MANY_HITS });
    items.push(...(await visible(ctx, hits.ids, limit + 1 - items.length)));
    ({ reached, isSpent } = hits);
  }
  const page = items.slice(0, limit);
  const end = items.length > limit ? (page.at(-1)?.id ?? null) : positionAfter(items, reached);
  return { items: page, nextCursor: end === null ? null : encodeCursor(ORDER, [end]) };
}

/** Returns where the next page begins. It does not contain the id of a message that the caller may not see. */
const positionAfter = (items: Message[], reached: string | null): string | null =>
  reached === null || items.at(-1)?.id === reached ? reached : positionAt(reached);

/** Returns the id before which the search begins: that of the cursor, of the time `to`, or of now. */
function startOf(ctx: Ctx, { cursor, to }: MessageSearch): string {
  const newest = firstIdAt(new Date(ctx.clock.now().getTime() + CLOCK_DIFFERENCE_MS));
  const bounds = [
    newest,
    ...(to ? [firstIdAt(to)] : []),
    ...(cursor === undefined ? [] : [readCursor(cursor, ORDER, 'pagination.cursor')]),
  ];
  return bounds.reduce((a, b) => (a < b ? a : b));
}

type Find = (search: IndexSearch) => Promise<Hits>;

/** A search in one chat or in the chats of a contact reads those chats; any other reads the index of the tenant. */
async function finderFor(ctx: Ctx, { chatId, contactId }: MessageSearch): Promise<Find> {
  if (contactId === undefined && chatId === undefined) return (search) => findInTenant(ctx, search);
  const ofContact = contactId === undefined ? undefined : await selectChatIdsOf(ctx, contactId);
  const chatIds = chatId === undefined ? (ofContact ?? []) : [chatId.toLowerCase()];
  const both = chatIds.filter((id) => ofContact?.includes(id) ?? true);
  return (search) => findInChats(ctx, both, search);
}

/** Loads at most `most` hits, newest first, without those of sensitive chats and those that are gone. */
async function visible(ctx: Ctx, hits: string[], most: number): Promise<Message[]> {
  const ids = hits.length > most ? await selectFindable(ctx, hits, most) : hits;
  return (await selectMessages(ctx, ids)).filter(({ isSensitive }) => !isSensitive).toReversed();
}

const PAGE = 500;

/** Adds the messages of before the search existed, a page per step, oldest first. */
export async function indexOlderMessages(
  ctx: Ctx,
  { afterId }: { afterId: string },
): Promise<{ input: { afterId: string } } | undefined> {
  const lastId = await indexPage(ctx, afterId, PAGE);
  return lastId === undefined ? undefined : { input: { afterId: lastId } };
}
