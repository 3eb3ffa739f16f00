import type { types } from '@patchbay/sdk';
import { command } from '../command.ts';
import { shortTime } from '../time.ts';
import { wholeNumber } from '../whole-number.ts';

const limit = { type: 'string', value: 'N', summary: 'maximum number, 1 to 100; default: 20' } as const;

export const chats = command({
  name: 'chats',
  summary: 'List chats, those with the latest message first',
  arguments: [],
  options: {
    status: { type: 'string', value: 'STATUS', choices: ['open', 'closed', 'snoozed'], summary: 'only chats with this status' },
    unread: { type: 'boolean', summary: 'only chats with unread messages' },
    channel: { type: 'string', value: 'ID', summary: 'only chats on this channel' },
    search: { type: 'string', value: 'TEXT', summary: 'part of the contact’s name' },
    limit,
  },
  examples: ['patchbay chats --status open --unread', 'patchbay chats --search Lovelace --json'],
  async run({ io, out, options, patchbay }) {
    const query = queryOf(options);
    const most = wholeNumber(options.limit, '--limit', 20, [1, 100]);
    const search = { ...(query && { query }), ...(options.search && { search: options.search }), sortBy: 'desc(lastMessageAt)' };
    const { data, pagination } = await (await patchbay()).chats.search(
      { ...search, pagination: { page: 0, limit: most } },
      { signal: io.signal },
    );
    out.result(data, () => {
      out.table(columns, data.map(rowOf));
      out.note(`${data.length} of ${pagination.total ?? data.length}`);
    });
  },
});

const columns = [
  { title: 'chat' },
  { title: 'status' },
  { title: 'unread', align: 'right' },
  { title: 'last message' },
  { title: 'contact', flexible: true },
  { title: 'text', flexible: true },
] as const;

function queryOf({
  status,
  unread,
  channel,
}: {
  status?: string | undefined;
  unread?: boolean | undefined;
  channel?: string | undefined;
}) {
  const parts = [
    ...(status ? [`eq(status,${JSON.stringify(status)})`] : []),
    ...(unread ? ['gt(unreadCount,0)'] : []),
    ...(channel ? [`eq(channelId,${JSON.stringify(channel)})`] : []),
  ];
  return parts.length > 1 ? `and(${parts.join(',')})` : parts[0];
}

const rowOf = ({ id, status, unreadCount, lastMessageAt, contact, handle, latestMessage }: types.Chat) => [
  id,
  status,
  unreadCount,
  shortTime(lastMessageAt),
  contact.displayName ?? handle.value,
  latestMessage === null ? null : `${latestMessage.sender === 'inbound' ? '<' : '>'} ${latestMessage.text ?? latestMessage.type}`,
];

export const chatsShow = command({
  name: 'chats show',
  summary: 'Show the latest messages of a chat, the newest last',
  arguments: [{ name: 'chat', summary: 'the id of a chat' }],
  options: { limit },
  examples: ['patchbay chats show 01a1dca6-fec0-71d4-8860-39800fa9c47a'],
  async run({ io, out, args, options, patchbay }) {
    const most = wholeNumber(options.limit, '--limit', 20, [1, 100]);
    const search = { sortBy: 'desc(id)', pagination: { page: 0, limit: most } };
    const { data } = await (await patchbay()).messages.search(args.chat, search, { signal: io.signal });
    const messages = data.toReversed();
    const titles = [
      { title: 'time' },
      { title: 'from' },
      { title: 'type' },
      { title: 'status' },
      { title: 'text', flexible: true },
    ];
    const textOf = ({ content, errors }: types.FullMessage) => content.body ?? errors[0]?.message ?? null;
    out.result(messages, () =>
      out.table(
        titles,
        messages.map((one) => [
          shortTime(one.timestamp),
          one.sender === 'inbound' ? 'them' : 'us',
          one.type,
          one.status,
          textOf(one),
        ]),
      ),
    );
  },
});
