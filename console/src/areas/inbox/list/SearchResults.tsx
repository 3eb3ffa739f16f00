import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useSession } from '../../../app/session/use-session.ts';
import { Avatar, Button, EmptyState, ErrorState, RelativeTime, SkeletonRows } from '../../../kit/index.ts';
import { chatStore } from '../../../live/chats/index.ts';
import type { InboxSearch } from '../queries/search-params.ts';
import type { Names } from './ChatRow.tsx';
import { chatName } from './chat-name.ts';
import { markHits } from './mark-hits.ts';
import styles from './SearchResults.module.css';

type Props = { text: string; names: Names };

const MOST_CHATS = 5;

/** Chats by name, number or address, and messages of all chats. A message opens its chat at that message. */
export function SearchResults({ text, names }: Props) {
  const { t } = useLingui();
  const { client } = useSession();
  const chats = useQuery({
    queryKey: ['chats', 'named', text],
    queryFn: ({ signal }) =>
      client.chats.search({ search: text, pagination: { limit: MOST_CHATS, includeTotal: false } }, { signal }),
  });
  const messages = useInfiniteQuery({
    queryKey: ['messages', 'found', text],
    queryFn: ({ signal, pageParam }) =>
      client.messages.searchAll({ text, pagination: { limit: 20, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });
  const found = messages.data?.pages.flatMap(({ data }) => data) ?? [];
  const named = chats.data?.data ?? [];
  if (messages.isPending || chats.isPending) return <SkeletonRows count={6} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas can be focused
    <section className={styles.results} aria-label={t`Search results`} tabIndex={0}>
      {named.length > 0 && <h2 className={styles.title}>{t`Chats`}</h2>}
      {named.map((chat) => (
        <ChatHit key={chat.id} chat={chat} names={names} />
      ))}
      {messages.error && (
        <ErrorState title={t`Messages could not be searched`} error={messages.error} onRetry={() => void messages.refetch()} />
      )}
      {found.length > 0 && <h2 className={styles.title}>{t`Messages`}</h2>}
      {found.map((message) => (
        <MessageHit key={message.id} message={message} text={text} />
      ))}
      {named.length + found.length === 0 && !messages.error && (
        <EmptyState
          icon={<SearchX size={20} aria-hidden />}
          title={t`Nothing for “${text}”`}
          text={t`All words must be in one message. Try fewer words.`}
        />
      )}
      {messages.hasNextPage && (
        <div className={styles.more}>
          <Button size="small" busy={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
            {messages.isFetchingNextPage ? t`Loading` : t`Show more`}
          </Button>
        </div>
      )}
    </section>
  );
}

const keep = (before: InboxSearch, messageId?: string): InboxSearch => ({ ...before, messageId });

function ChatHit({ chat, names }: { chat: types.Chat; names: Names }) {
  const name = chatName(chat);
  return (
    <Link
      className={styles.hit}
      to="/inbox/$chatId"
      params={{ chatId: chat.id }}
      search={(before) => keep(before as InboxSearch)}
      preload={false}
    >
      <Avatar id={chat.contactId} name={name} size={28} channel={names.channels.get(chat.channelId)?.type} />
      <span className={styles.body}>
        <bdi className={styles.name}>{name}</bdi>
        <bdi className={styles.text} dir="ltr">
          {chat.handle.value}
        </bdi>
      </span>
    </Link>
  );
}

function MessageHit({ message, text }: { message: types.FullMessage; text: string }) {
  const { t } = useLingui();
  const { contact, channel, chat } = message;
  const known = chatStore.get(chat.id);
  const name =
    (known && chatName(known)) ||
    [contact.firstName, contact.lastName].filter(Boolean).join(' ') ||
    contact.phoneNumber ||
    contact.email ||
    t`Unknown`;
  return (
    <Link
      className={styles.hit}
      to="/inbox/$chatId"
      params={{ chatId: chat.id }}
      search={(before) => keep(before as InboxSearch, message.id)}
      preload={false}
    >
      <Avatar id={contact.id} name={name} size={28} channel={channel.type} />
      <span className={styles.body}>
        <span className={styles.line}>
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.time}>
            <RelativeTime at={message.timestamp} />
          </span>
        </span>
        <span className={styles.text} dir="auto">
          {message.sender === 'outbound' && <>{message.author?.name?.split(' ')[0] ?? t`Sent`}: </>}
          {markHits(message.content.body ?? '', text).map(({ at, part, isHit }) =>
            isHit ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
          )}
        </span>
      </span>
    </Link>
  );
}
