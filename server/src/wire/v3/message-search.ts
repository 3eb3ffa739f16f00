import { z } from 'zod';
import type { FoundMessages, MessageSearch } from '../../domain/messages/index.ts';
import { FullMessage } from './message.ts';
import { Paging, SearchBody, searchReply, toSearchReply } from './search.ts';
import { idInput, timeInput } from './shapes.ts';

/** The body of a search over all messages. */
export const MessagesSearch = z.strictObject({
  /** Words, numbers, addresses or order ids. All must be in the message; the last word may be the beginning of one. */
  text: z.string().min(1).max(200),
  chatId: idInput.optional(),
  channelId: idInput.optional(),
  contactId: idInput.optional(),
  direction: z.enum(['inbound', 'outbound']).optional(),
  /** The time at which the message was stored, from this time on. */
  from: timeInput.optional(),
  /** Before this time. */
  to: timeInput.optional(),
  pagination: z
    .strictObject({ limit: z.int().min(1).max(100).default(20), cursor: z.string().min(1).max(4_096).optional() })
    .default({ limit: 20 }),
});

export const messagesFound: z.ZodType = searchReply(FullMessage);

export const toMessageSearch = ({ pagination, ...wanted }: z.output<typeof MessagesSearch>): MessageSearch => ({
  ...wanted,
  ...pagination,
});

/** Returns the response in the form of every search; the searched text is its `search`. */
export const toMessagesFound = (
  { items, nextCursor }: FoundMessages,
  { text, pagination: { limit } }: z.output<typeof MessagesSearch>,
  toItem: (item: FoundMessages['items'][0]) => unknown,
) =>
  toSearchReply({ items, page: null, total: null, limit, nextCursor }, toItem, {
    query: undefined,
    sortBy: undefined,
    search: text,
  });

/** The body of a search in one chat. `around` shows a message among its neighbours. */
export const ChatMessagesSearch = SearchBody.extend({ around: idInput.optional() }).superRefine((body, issues) => {
  if (body.around === undefined) return;
  const { query, sortBy, search, pagination } = body;
  const isPaged = pagination !== undefined && ('cursor' in pagination || pagination.page > 0);
  for (const [path, isGiven] of [
    ['query', query !== undefined],
    ['sortBy', sortBy !== undefined],
    ['search', search !== undefined],
    ['pagination', isPaged],
  ] as const)
    if (isGiven) issues.addIssue({ code: 'custom', path: [path], message: NOT_WITH_AROUND, input: body });
});

const NOT_WITH_AROUND = 'With around, give only pagination.limit; continue with the cursors of the response';

/** `previousCursor` is for newer messages, with sortBy asc(timestamp); only `around` has it. */
export const chatMessagesFound: z.ZodType = searchReply(FullMessage).extend({
  pagination: Paging.extend({ previousCursor: z.string().nullable().optional() }),
});
